import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { lettersOf, placeOf } from '../../../tests/server/eyes.ts'
import { hashesIn } from '../../../tests/server/passwords.ts'
import { asToken, demoIds } from '../../../tests/server/people.ts'
import { openTestServer, type Reply, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
let time = Date.now()
let count = 0
beforeAll(async () => {
  server = await openTestServer({ LOGIN_CHECK: 'on', TRUST_PROXY: '1' }, () => time)
  ids = await demoIds(server)
})
afterAll(() => server.close())

const LOGIN = '/yun/v2/user/login'
const from = (address: string) => ({ 'x-forwarded-for': address })
const newAddress = () => `10.1.${Math.floor(++count / 250)}.${count % 250}`
const send = (path: string, input: object, address: string) => server.call(null, 'POST', path, input, from(address))

/** The pass of a puzzle that was looked at and solved. */
async function passFor(address: string): Promise<string> {
  const { data } = await send('/yun/login/puzzle', {}, address)
  const solved = await send('/yun/login/puzzle/solve', { puzzle_id: data.puzzle_id, left: placeOf(data) }, address)
  return solved.data.puzzle_pass
}

async function readCode(address: string) {
  const check_code = `number-${++count}-x`
  const { data } = await server.call(null, 'GET', `/yun/login/check/${check_code}`, {}, from(address))
  return { check_code, graphic_code: lettersOf(data) }
}

const isCodeDue = async (user_name: string, address: string): Promise<boolean> =>
  (await server.call(null, 'GET', '/yun/login/check', { user_name }, from(address))).data.graphic_code

/** Signs in as the page does: with a pass, with a graphic code where one is due, read again when it was misread. */
async function signIn(user_name: string, password = 'demo1234', address = newAddress()): Promise<Reply> {
  for (let i = 0; ; i++) {
    const code = (await isCodeDue(user_name, address)) ? await readCode(address) : {}
    const reply = await send(LOGIN, { user_name, password, puzzle_pass: await passFor(address), ...code }, address)
    if (reply.meta.code !== '110002' || i === 15) return reply
  }
}
async function wrongly(user_name: string, times: number, address = newAddress()) {
  for (let i = 0; i < times; i++) expect((await signIn(user_name, `no${i}`, address)).meta.code).toBe('110003')
}
const forgetWrongOnes = () => {
  time += 15 * MINUTE_MS
}

describe('the checks beside the password', () => {
  test('the page is informed which checks are needed', async () => {
    const { data } = await server.call(null, 'GET', '/yun/login/check')
    expect(data).toEqual({ puzzle: true, graphic_code: false, experience: true, registration: true })
  })

  test('without a solved puzzle nobody signs in', async () => {
    for (const puzzle_pass of [undefined, '', 'made-up'])
      expect(
        (await send(LOGIN, { user_name: 'admin', password: 'demo1234', puzzle_pass }, newAddress())).meta.code,
      ).toBe('100024')
    expect((await send(`${LOGIN}/experience`, {}, newAddress())).meta.code).toBe('100024')
  })

  test('a pass is good for one sign-in, whether or not that succeeds', async () => {
    for (const [password, code] of [
      ['demo1234', '100001'],
      ['wrong', '110003'],
    ]) {
      const address = newAddress()
      const input = { user_name: 'admin', password, puzzle_pass: await passFor(address) }
      expect((await send(LOGIN, input, address)).meta.code).toBe(code)
      expect((await send(LOGIN, input, address)).meta.code).toBe('100024')
    }
  })

  test('the experience user signs in with a puzzle alone', async () => {
    const address = newAddress()
    const { data } = await send(`${LOGIN}/experience`, { puzzle_pass: await passFor(address) }, address)
    expect((await asToken(server, data.token)('GET', '/yun/userInfo')).data.is_experience).toBe(true)
  })

  test.each(['operator', 'nobody-has-this'])('after 3 wrong passwords for %s a graphic code is due', async (name) => {
    await wrongly(name, 2)
    expect(await isCodeDue(name, newAddress())).toBe(false)
    await wrongly(name, 1)
    const elsewhere = newAddress()
    expect(await isCodeDue(name, elsewhere)).toBe(true)
    const input = { user_name: name, password: 'demo1234' }
    for (const code of [{}, { check_code: 'never-asked-for', graphic_code: 'ACDE' }])
      expect(
        (await send(LOGIN, { ...input, ...code, puzzle_pass: await passFor(elsewhere) }, elsewhere)).meta.code,
      ).toBe('110002')
    expect((await signIn(name)).meta.code).toBe(name === 'operator' ? '100001' : '110003')
  })

  test('after 3 wrong passwords from one address a graphic code is due there for every name', async () => {
    const address = newAddress()
    for (const name of ['one', 'two', 'three']) await wrongly(name, 1, address)
    expect(await isCodeDue('admin', address)).toBe(true)
    expect(await isCodeDue('admin', newAddress())).toBe(false)
    forgetWrongOnes()
    expect(await isCodeDue('admin', address)).toBe(false)
  })
})

describe('the lock', () => {
  test('10 wrong passwords lock a name for 15 minutes: the right one is refused too, but not where its user is known', async () => {
    const home = newAddress()
    expect((await signIn('rival', 'demo1234', home)).meta.success).toBe(1)
    await wrongly('rival', 10)
    const locked = { status: 429, meta: { success: 0, code: '100019' } }
    expect(await signIn('rival')).toMatchObject(locked)
    expect((await signIn('RIVAL', 'demo1234', home)).meta.success).toBe(1)
    time += 15 * MINUTE_MS - 1000
    expect(await signIn('rival')).toMatchObject(locked)
    time += 1000
    expect((await signIn('rival')).meta.success).toBe(1)
  })

  test('a familiar address has 10 tries too', async () => {
    const home = newAddress()
    await signIn('operator2', 'demo1234', home)
    await wrongly('operator2', 10, home)
    expect(await signIn('operator2', 'demo1234', home)).toMatchObject({ status: 429, meta: { code: '100019' } })
    expect((await signIn('operator2')).meta.success).toBe(1)
    forgetWrongOnes()
  })

  test('an address is familiar for 30 days after the last sign-in from it', async () => {
    const home = newAddress()
    await signIn('rival', 'demo1234', home)
    time += 30 * DAY_MS
    await wrongly('rival', 10)
    expect((await signIn('rival', 'demo1234', home)).meta.code).toBe('100019')
    forgetWrongOnes()
  })
})

test('after a password was changed or set anew an address is familiar no more, but for the one it was changed from', async () => {
  const call = asToken(server, (await signIn('admin')).data.token)
  const user_id = ids.user('operator')
  const user_name = 'operator'
  await server.db.system((q) => q.deleteFrom('familiar_address').where('user_id', '=', user_id).execute())
  const [home, elsewhere] = [newAddress(), newAddress()]
  const { data } = await signIn(user_name, 'demo1234', home)
  await signIn(user_name, 'demo1234', elsewhere)
  const announced = () =>
    server.db.system(async (q) => {
      const sent = q.selectFrom('system_message').select('params').where('kind', '=', 'new-address')
      const rows = await sent.where('user_id', '=', user_id).orderBy('message_id').execute()
      return rows.map(({ params }) => (params as { address: string }).address)
    })
  expect(await announced()).toEqual([elsewhere])
  const changed = { password_now: 'demo1234', password: 'another1234' }
  const headers = { 'x-token': data.token, ...from(home) }
  expect((await server.call(null, 'PUT', '/yun/user/edit/pwd', changed, headers)).meta.code).toBe('100001')
  await wrongly(user_name, 10)
  expect((await signIn(user_name, 'another1234', elsewhere)).meta.code).toBe('100019')
  expect((await signIn(user_name, 'another1234', home)).meta.code).toBe('100001')
  forgetWrongOnes()
  await signIn(user_name, 'another1234', elsewhere)
  await signIn(user_name, 'another1234', elsewhere)
  expect(await announced()).toEqual([elsewhere, elsewhere])
  const set = { user_id, password: 'demo1234', must_change_password: false }
  expect((await call('PUT', '/user/pwd', set)).meta.code).toBe('100001')
  await signIn(user_name, 'demo1234', home)
  expect(await announced()).toEqual([elsewhere, elsewhere, home])
})

describe('who signs in', () => {
  const admin = async () => asToken(server, (await signIn('admin')).data.token)

  test('a user signs in by name, by phone and by e-mail', async () => {
    const call = await admin()
    const edited = { user_id: ids.user('operator'), user_tel: '13800001111', email: 'Op@Plant.example' }
    expect((await call('PUT', '/user', edited)).meta.code).toBe('100001')
    for (const said of ['OPERATOR', '13800001111', '+86 138-0000-1111', 'op@PLANT.example', ' operator '])
      expect((await signIn(said)).data, said).toMatchObject({ user_id: ids.user('operator') })
    expect((await signIn('13800001112')).meta.code).toBe('110003')
  })

  test('a locked user learns it only with the right password', async () => {
    const call = await admin()
    const lock = (isActive: number) => call('PUT', '/user/active', { user_ids: [ids.user('operator2')], isActive })
    await lock(0)
    expect((await signIn('operator2', 'wrong')).meta.code).toBe('110003')
    expect((await signIn('operator2')).meta.code).toBe('110426')
    await lock(1)
    expect((await signIn('operator2')).meta.code).toBe('100001')
  })

  test('a sign-in ends the other sessions of that user and no more, where the organisation allows one session', async () => {
    const call = await admin()
    const { password_rule } = (await call('GET', '/yun/sys/signIn/rule')).data
    const [first, other] = [(await signIn('operator')).data.token, (await signIn('operator2')).data.token]
    await call('PUT', '/yun/sys/signIn/rule', { password_rule, one_session: true })
    const second = (await signIn('operator')).data.token
    const whoIs = (token: string) => asToken(server, token)('GET', '/yun/userInfo')
    expect(await whoIs(first)).toMatchObject({ status: 500, meta: { code: '100009' }, data: { fault: 'elsewhere' } })
    for (const token of [second, other]) expect((await whoIs(token)).meta.code).toBe('100001')
    await call('PUT', '/yun/sys/signIn/rule', { password_rule, one_session: false })
    await signIn('operator')
    expect((await whoIs(second)).meta.code).toBe('100001')
  })

  test('the password is taken as it is written: no blank is cut off, no case changed', async () => {
    for (const password of ['demo1234 ', ' demo1234', 'Demo1234', 'demo12345', 'demo123'])
      expect((await signIn('manager', password)).meta.code).toBe('110003')
    forgetWrongOnes()
  })

  test('every sign-in, and every refused one of a name that exists, is in the audit', async () => {
    const call = await admin()
    const address = newAddress()
    await signIn('manager', 'wrong', address)
    await signIn('manager', 'demo1234', address)
    const { data } = await call('GET', '/user/audit', { search: address })
    expect(data.rows.map(({ action, user_name }: Record<string, string>) => [action, user_name]).sort()).toEqual([
      ['sign-in', 'manager'],
      ['sign-in-refused', 'manager'],
    ])
    expect(JSON.stringify(data.rows)).not.toContain('wrong')
  })
})

test('a wrong password is hashed, and answered the same, for a name that nobody has too', async () => {
  forgetWrongOnes()
  const names = ['admin', 'manager', 'operator', 'operator2', 'rival']
  const wrong = async (user_name: string) => {
    const address = newAddress()
    const input = { user_name, password: 'wrong', puzzle_pass: await passFor(address) }
    const { answer, hashes } = await hashesIn(() => send(LOGIN, input, address))
    const { headers: _, ...reply } = answer
    return { reply, hashes }
  }
  for (const [i, name] of names.entries()) {
    const known = await wrong(name)
    expect(known).toMatchObject({ reply: { status: 200, meta: { code: '110003' } }, hashes: 1 })
    expect(await wrong(`nobody${i}`)).toEqual(known)
  }
})

test.each(['/register/sms/num', '/user/sms/num'])('%s sends a code only to who reads a graphic code', async (path) => {
  const address = newAddress()
  const ask = (more: object) => send(path, { address: `person${++count}@plant.example`, ...more }, address)
  expect((await ask({})).meta.code).toBe('110002')
  for (let i = 0; ; i++) {
    const code = await readCode(address)
    const { meta } = await ask(code)
    expect((await ask(code)).meta.code).toBe('110002')
    if (meta.code === '100001') break
    // Misread, as by people.
    expect([meta.code, i < 15]).toEqual(['110002', true])
  }
})
