import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { asToken, auditOf, makeUser, prove, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { turnOfPerson } from '../limits/password-turns.ts'

let server: TestServer
let time = Date.now()
let count = 0
beforeAll(async () => {
  server = await openTestServer({ TRUST_PROXY: '1' }, () => time)
})
afterAll(() => server.close())

const newPhone = () => `+86 139${String(++count).padStart(8, '0')}`
const newEmail = () => `person${++count}@plant.example`
/** From a network of its own: what one may ask for a day has its own test. */
const send = (path: string, input: object, network = `10.9.${Math.floor(++count / 250)}.${count % 250}`) =>
  server.call(null, 'POST', path, input, { 'x-forwarded-for': network })
const SEND = { register: '/register/sms/num', recover: '/user/sms/num' }
type Purpose = keyof typeof SEND

/** What was written to this address, the newest last. */
const messagesTo = (address: string) =>
  server.db.system((q) =>
    q.selectFrom('delivered_message').selectAll().where('address', '=', address).orderBy('message_id').execute(),
  )
/** Asks for a code and reads it where it was sent. */
async function askFor(address: string, purpose: Purpose = 'register'): Promise<{ code: string; request_id: string }> {
  const before = (await messagesTo(address)).length
  const { data } = await send(SEND[purpose], { address })
  expect(data).toEqual({ resend_s: 60, request_id: expect.stringMatching(/^[\w-]{22}$/) })
  await vi.waitFor(async () => expect(await messagesTo(address)).toHaveLength(before + 1))
  const [code = ''] = /\d{6}/.exec((await messagesTo(address)).at(-1)?.body ?? '') ?? []
  return { code, request_id: data.request_id }
}
const codeSentTo = async (address: string, purpose?: Purpose) => (await askFor(address, purpose)).code
const register = (address: string, code: string, overrides: object = {}) =>
  send('/user/register', {
    address,
    code,
    password: 'secret12',
    name: '小李',
    company_name: '新公司',
    agreed: true,
    ...overrides,
  })
const signIn = (user_name: string, password = 'secret12') => send('/yun/v2/user/login', { user_name, password })
/** What a wish for a code is answered, without what is drawn by lot for each. */
async function replyTo(path: string, address: string) {
  const { status, meta, data } = await send(path, { address })
  return { status, meta, ...data, request_id: typeof data.request_id }
}
const check = (address: string, purpose: Purpose, code: string) => send('/sms/checked', { address, purpose, code })
const wrong = (code: string) => (code === '111111' ? '222222' : '111111')

describe('registration', () => {
  test.each([
    ['phone', 'sms', newPhone],
    ['e-mail', 'email', newEmail],
  ])(
    'registration by %s creates an organisation, whose administrator signs in by the address, not verified without a provider',
    async (_kind, channel, make) => {
      const address = make()
      const code = await codeSentTo(address)
      const [message] = await messagesTo(address)
      expect(message).toMatchObject({ channel, state: 'kept', tenant_id: null })
      expect((await check(address, 'register', code)).meta.code).toBe('100001')
      expect((await register(address, code, { timezone: 'America/Lima' })).meta.code).toBe('100001')
      const { data } = await signIn(address)
      const call = asToken(server, data.token)
      expect((await call('GET', '/yun/userInfo')).data).toMatchObject({
        user_type: 1,
        name: '小李',
        tenant_name: '新公司',
      })
      const { data: profile } = await call('GET', '/user/account')
      expect(profile.is_tel_verified || profile.is_email_verified).toBe(false)
      expect((await call('GET', '/yun/v2/timezone')).data).toMatchObject({ timezone: 'America/Lima' })
      expect((await call('GET', '/dev')).data.total).toBe(0)
      expect((await call('GET', '/user')).data.rows.map(({ name }: { name: string }) => name)).toEqual(['小李'])
      expect((await call('GET', '/user/audit', { action: 'register' })).data.rows).toMatchObject([
        { action: 'register', target: '新公司' },
      ])
    },
  )

  test('registration asks for the consent, a name, an organisation and a password that keeps the rule', async () => {
    const address = newPhone()
    const code = await codeSentTo(address)
    for (const [field, value] of [
      ['agreed', { agreed: false }],
      ['name', { name: ' ' }],
      ['name', { name: 'x'.repeat(11) }],
      ['company_name', { company_name: '' }],
      ['timezone', { timezone: 'Nowhere/City' }],
      ['password', { password: 'short' }],
      ['password', { password: 'longer123456' }],
      ['password', { password: 'sign!!12' }],
      ['code', { code: '12345' }],
    ] as const)
      expect(refusalOf(await register(address, code, value))).toBe(`100006 ${field}`)
    expect((await register(address, code)).meta.code).toBe('100001')
  })

  test('registration of an address with an account says so in the message alone, neither by the reply nor by its time', async () => {
    const [known, unknown] = [newPhone(), newPhone()]
    await prove(server, await makeUser(server, { user_tel: known }))
    const ask = (address: string) => replyTo(SEND.register, address)
    // Nobody gets the store meanwhile: the reply waits for nothing that knows the address.
    let release = () => {}
    let holding: Promise<void> | undefined
    await new Promise<void>((taken) => {
      holding = server.db.system(() => {
        taken()
        return new Promise<void>((resolve) => {
          release = resolve
        })
      })
    })
    try {
      expect(await ask(known)).toEqual(await ask(unknown))
    } finally {
      release()
      await holding
    }
    for (const address of [known, unknown])
      await vi.waitFor(async () => expect(await messagesTo(address)).toHaveLength(1))
    const [message] = await messagesTo(known)
    expect(message?.body).toContain('已有账号')
    expect(message?.body).toContain('There is an account with this address already')
    expect(message?.body).not.toMatch(/\d{6}/)
  })

  test.each([
    ['user_tel', newPhone, '110316'],
    ['email', newEmail, '110323'],
  ] as const)(
    'registration by a code that no provider carried takes no %s from a user of another organisation',
    async (field, make, taken) => {
      const address = make()
      const { user_name } = await makeUser(server, { [field]: address })
      expect((await register(address, await codeSentTo(address))).meta.code).toBe(taken)
      const { rows } = (await server.call('admin', 'GET', '/user', { search: user_name })).data
      expect(rows[0][field]).toBe(address)
    },
  )

  test('registration reports a taken address only to who read the code that was sent there', async () => {
    for (const [address, column, taken, mismatch] of [
      [newPhone(), 'user_tel', '110316', '110314'],
      [newEmail(), 'email', '110323', '110326'],
    ] as const) {
      const code = await codeSentTo(address)
      await prove(server, await makeUser(server, { [column]: address }))
      expect((await register(address, wrong(code))).meta.code).toBe(mismatch)
      expect((await register(address, code)).meta.code).toBe(taken)
    }
  })
})

describe('a code', () => {
  test('a code can be requested again after 60 s, whether or not there is an account', async () => {
    const known = newPhone()
    await makeUser(server, { user_tel: known })
    for (const address of [newPhone(), known])
      for (const purpose of ['register', 'recover'] as const) {
        const ask = async () => (await send(SEND[purpose], { address })).status
        expect(await ask()).toBe(200)
        expect(await ask()).toBe(429)
        time += MINUTE_MS - 1
        expect(await ask()).toBe(429)
        time += 1
        expect(await ask()).toBe(200)
      }
  })

  test('a code is sent to one address 10 times a day, 3 times for one network, which gets 200', async () => {
    const address = newPhone()
    const statuses: number[] = []
    for (let i = 0; i < 16; i++) {
      statuses.push((await send(SEND.register, { address }, `198.51.100.${i >> 2}`)).status)
      time += MINUTE_MS
    }
    const network = [200, 200, 200, 429]
    expect(statuses).toEqual([...network, ...network, ...network, 200, 429, 429, 429])
    for (let i = 0; i < 200; i++)
      expect((await send(SEND.register, { address: newPhone() }, '192.0.2.9')).status).toBe(200)
    expect(await send(SEND.register, { address: newPhone() }, '192.0.2.9')).toMatchObject({
      status: 429,
      meta: { code: '100019' },
    })
    await vi.waitFor(async () => expect(await messagesTo(address)).toHaveLength(10))
  })

  test('a code is good for 10 minutes', async () => {
    const [early, late] = [newPhone(), newPhone()]
    const codes = { early: await codeSentTo(early), late: await codeSentTo(late) }
    time += 10 * MINUTE_MS - 1
    expect((await register(early, codes.early)).meta.code).toBe('100001')
    time += 1
    expect((await register(late, codes.late)).meta.code).toBe('110314')
  })

  test('a code is good once', async () => {
    const address = newEmail()
    const code = await codeSentTo(address)
    expect((await register(address, code)).meta.code).toBe('100001')
    expect((await register(address, code)).meta.code).toBe('110326')
    expect((await check(address, 'register', code)).meta.code).toBe('110326')
  })

  test('a code expires after 5 wrong tries, of whatever call', async () => {
    const [four, five] = [newPhone(), newPhone()]
    for (const [address, tries] of [
      [four, 4],
      [five, 5],
    ] as const) {
      const code = await codeSentTo(address)
      for (let i = 0; i < tries; i++) {
        const reply = i % 2 ? await check(address, 'register', wrong(code)) : await register(address, wrong(code))
        expect(reply.meta.code).toBe('110314')
      }
      expect((await register(address, code)).meta.code).toBe(tries === 4 ? '100001' : '110314')
    }
  })

  test('a code has 5 tries for parallel guesses too', async () => {
    const address = newPhone()
    const code = await codeSentTo(address)
    await Promise.all([...Array(20).keys()].map(() => check(address, 'register', wrong(code))))
    expect((await register(address, code)).meta.code).toBe('110314')
  })

  test('wrong tries of strangers use up neither a code of a registration nor one of a recovery', async () => {
    const registering = newPhone()
    const requested = await askFor(registering)
    const recovering = newEmail()
    await makeUser(server, { email: recovering })
    const forgotten = await askFor(recovering, 'recover')
    time += MINUTE_MS
    for (const [address, purpose] of [
      [registering, 'register'],
      [recovering, 'recover'],
    ] as const) {
      const others = await askFor(address, purpose)
      for (const request_id of [undefined, others.request_id])
        for (let i = 0; i < 5; i++)
          await send('/sms/checked', { address, purpose, code: wrong(others.code), request_id })
    }
    expect((await register(registering, requested.code, { request_id: requested.request_id })).meta.code).toBe('100001')
    const recovered = { address: recovering, password: 'other123', ...forgotten }
    expect((await send('/sms/checked', { ...recovered, purpose: 'recover' })).meta.code).toBe('100001')
    expect((await send('/user/pwd/reset', recovered)).meta.code).toBe('100001')
  })

  test.each([
    ['the address was changed', (user_id: number) => ({ email: `moved${user_id}@plant.example` })],
    ['the user was locked', () => ({ is_active: 0 as const })],
  ])('a recovery that waits for its turn to hash sets no password once %s', async (_what, changed) => {
    const address = newEmail()
    const { user_id } = await makeUser(server, { email: address })
    const asked = await askFor(address, 'recover')
    const network = '10.200.0.1'
    let goOn = () => {}
    const line = turnOfPerson({ tenant_id: 0, from: network })(
      () =>
        new Promise<void>((resolve) => {
          goOn = resolve
        }),
    )
    const hashNow = () =>
      server.db.system((q) =>
        q.selectFrom('app_user').select('password_hash').where('user_id', '=', user_id).executeTakeFirst(),
      )
    const before = await hashNow()
    const recovered = send('/user/pwd/reset', { address, password: 'other123', ...asked }, network)
    // What it asks of the store before it hashes is answered by then.
    for (let i = 0; i < 10; i++) await hashNow()
    await server.db.system((q) =>
      q.updateTable('app_user').set(changed(user_id)).where('user_id', '=', user_id).execute(),
    )
    goOn()
    await line
    expect((await recovered).meta.code).toBe('110326')
    expect(await hashNow()).toEqual(before)
  })

  test('a code that is returned with its request has 5 tries, and is good for no other request', async () => {
    const address = newPhone()
    const first = await askFor(address)
    time += MINUTE_MS
    const second = await askFor(address)
    for (let i = 0; i < 5; i++) {
      const code = i === 0 && first.code !== second.code ? second.code : wrong(first.code)
      expect((await register(address, code, { request_id: first.request_id })).meta.code).toBe('110314')
    }
    expect((await register(address, first.code, { request_id: first.request_id })).meta.code).toBe('110314')
    expect((await register(address, second.code, { request_id: second.request_id })).meta.code).toBe('100001')
  })

  test('a code that was used is over for every request of its address', async () => {
    const address = newEmail()
    await makeUser(server, { email: address })
    const first = await askFor(address, 'recover')
    time += MINUTE_MS
    const second = await askFor(address, 'recover')
    const recover = (fields: object) => send('/user/pwd/reset', { address, password: 'other123', ...fields })
    expect((await recover(first)).meta.code).toBe('100001')
    for (const fields of [first, second, { code: first.code }, { code: second.code }])
      expect((await recover(fields)).meta.code).toBe('110326')
  })

  test('a right code that is checked costs no try', async () => {
    const address = newPhone()
    const code = await codeSentTo(address)
    for (let i = 0; i < 8; i++) expect((await check(address, 'register', code)).meta.code).toBe('100001')
    expect((await register(address, code)).meta.code).toBe('100001')
  })

  test('a code expires when another is sent', async () => {
    const address = newPhone()
    const first = await codeSentTo(address)
    time += MINUTE_MS
    const second = await codeSentTo(address)
    if (first !== second) expect((await register(address, first)).meta.code).toBe('110314')
    expect((await register(address, second)).meta.code).toBe('100001')
  })

  test('a code is bound to its purpose and its address', async () => {
    const address = newPhone()
    const code = await codeSentTo(address)
    expect((await send('/user/pwd/reset', { address, code, password: 'other123' })).meta.code).toBe('110314')
    expect((await check(address, 'recover', code)).meta.code).toBe('110314')
    expect((await register(newPhone(), code)).meta.code).toBe('110314')
    expect((await register(address.replace('+86 ', ''), code)).meta.code).toBe('100001')
  })

  test('a code is kept as a hash', async () => {
    const address = newPhone()
    const code = await codeSentTo(address)
    const rows = await server.db.system((q) => q.selectFrom('sent_code').selectAll().execute())
    const kept = rows.find((row) => row.address === address)
    expect(kept).toMatchObject({ purpose: 'register' })
    expect(JSON.stringify({ ...kept, address: '', sent_time: 0, expires_time: 0 })).not.toContain(code)
  })
})

describe('recovery', () => {
  test('recovery sets a new password by the code and ends all sessions of the user', async () => {
    const address = newEmail()
    const { user_name } = await makeUser(server, { email: address })
    const { token } = (await signIn(user_name, 'demo1234')).data
    const code = await codeSentTo(address, 'recover')
    const { tenant_id } = await server.db.system((q) =>
      q.selectFrom('app_user').select('tenant_id').where('user_name', '=', 'admin').executeTakeFirstOrThrow(),
    )
    expect((await messagesTo(address)).at(-1)).toMatchObject({ tenant_id })
    expect((await check(address, 'recover', code)).meta.code).toBe('100001')
    const recover = (password: string) => send('/user/pwd/reset', { address, code, password })
    expect(refusalOf(await recover('no'))).toBe('100006 password')
    expect((await recover('newone12')).meta.code).toBe('100001')
    expect((await recover('newone13')).meta.code).toBe('110326')
    expect(await asToken(server, token)('GET', '/yun/userInfo')).toMatchObject({
      meta: { code: '100009' },
      data: { fault: 'password' },
    })
    expect((await signIn(user_name, 'demo1234')).meta.code).toBe('110003')
    expect((await signIn(user_name, 'newone12')).meta.code).toBe('100001')
    const [line] = await auditOf(server, { action: 'recover' })
    expect(line).toMatchObject({ target: user_name })
    expect(JSON.stringify(line)).not.toMatch(new RegExp(`${code}|newone12`))
  })

  test('recovery of an address without an account, or of a locked user, answers the same and sends nothing', async () => {
    const [nobodys, locked, known] = [newPhone(), newPhone(), newPhone()]
    const { user_id } = await makeUser(server, { user_tel: locked })
    await makeUser(server, { user_tel: known })
    await server.call('admin', 'PUT', '/user/active', { user_ids: [user_id], isActive: 0 })
    const replies = []
    for (const address of [nobodys, locked, known]) {
      replies.push(await replyTo(SEND.recover, address))
    }
    expect(replies[1]).toEqual(replies[0])
    expect(replies[2]).toEqual(replies[0])
    await vi.waitFor(async () => expect(await messagesTo(known)).toHaveLength(1))
    for (const address of [nobodys, locked]) {
      expect(await messagesTo(address)).toEqual([])
      const guess = { address, code: '123456', password: 'other123' }
      expect((await send('/user/pwd/reset', guess)).meta.code).toBe('110314')
    }
  })

  test('recovery goes to the address that the user has now, not to one that was the user’s before', async () => {
    const [before, after] = [newEmail(), newEmail()]
    await register(before, await codeSentTo(before))
    const call = asToken(server, (await signIn(before)).data.token)
    await call('POST', '/user/account/code', { address: after })
    const [code] = /\d{6}/.exec((await messagesTo(after)).at(-1)?.body ?? '') ?? []
    const bound = await call('POST', '/user/account/bind', { address: after, code, password_now: 'secret12' })
    expect(bound.meta.code).toBe('100001')
    time += MINUTE_MS
    const sent = (await messagesTo(before)).length
    await send(SEND.recover, { address: before })
    expect(await codeSentTo(after, 'recover')).toMatch(/^\d{6}$/)
    expect(await messagesTo(before)).toHaveLength(sent)
  })
})

test('what is no phone number and no e-mail address is refused at its field', async () => {
  for (const address of [
    '',
    'admin',
    '1380000',
    '+86 1380000000',
    'a@b',
    'a b@c.example',
    'a@b.example\r\nBcc: c@d.example',
  ])
    for (const path of Object.values(SEND)) expect(refusalOf(await send(path, { address }))).toBe('100006 address')
})

test('codes that a network asks for side by side are bounded, and others are answered meanwhile', async () => {
  const network = `10.8.0.${++count}`
  let goOn = () => {}
  const isHeld = new Promise<void>((resolve) => {
    goOn = resolve
  })
  const isFree = server.db.system(() => isHeld)
  const asked = [...Array(20)].map(() => send(SEND.recover, { address: newEmail() }, network))
  expect((await send(SEND.recover, { address: newEmail() })).meta.code).toBe('100001')
  const refused = await Promise.any(asked.slice(11))
  expect([refused.status, refused.meta.code]).toEqual([429, '100019'])
  goOn()
  await isFree
  const codes = (await Promise.all(asked)).map(({ meta }) => meta.code)
  expect(codes).toEqual([...Array(11).fill('100001'), ...Array(9).fill('100019')])
})
