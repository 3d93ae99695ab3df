import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { contract } from '../../../core/contract/contract.ts'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { asToken, auditOf, makeUser, prove, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let time = Date.now()
let count = 0
beforeAll(async () => {
  server = await openTestServer({}, () => time)
})
afterAll(() => server.close())

const signIn = (user_name: string, password = 'demo1234') =>
  server.call(null, 'POST', '/yun/v2/user/login', { user_name, password })
const callOf = async (user_name: string, password?: string) =>
  asToken(server, (await signIn(user_name, password)).data.token)
async function someone(overrides: object = {}) {
  const user = await makeUser(server, overrides)
  return { ...user, call: await callOf(user.user_name) }
}
type Call = ReturnType<typeof asToken>

const newPhone = () => `+86 136${String(++count).padStart(8, '0')}`
const messagesTo = (address: string) =>
  server.db.system((q) =>
    q.selectFrom('delivered_message').selectAll().where('address', '=', address).orderBy('message_id').execute(),
  )
async function bindingCode(call: Call, address: string): Promise<string> {
  expect((await call('POST', '/user/account/code', { address })).data).toEqual({ resend_s: 60 })
  return /\d{6}/.exec((await messagesTo(address)).at(-1)?.body ?? '')?.[0] ?? ''
}
const bind = (call: Call, address: string, code: string, password_now = 'demo1234') =>
  call('POST', '/user/account/bind', { address, code, password_now })
const change = (call: Call, password_now: string, password: string) =>
  call('PUT', '/yun/user/edit/pwd', { password_now, password })

describe('the profile', () => {
  test('the profile shows phone and e-mail in part', async () => {
    const { call } = await someone({ user_tel: '13812345678', email: 'somebody@plant.example' })
    expect((await call('GET', '/user/account')).data).toMatchObject({
      user_tel: '+86 138****5678',
      email: 'so***@plant.example',
      is_tel_verified: false,
      company_name: '演示水务',
      user_type: 3,
      password_rule: { least: 6, most: 11, any: false },
    })
  })

  test('a user changes the own nickname, and an administrator the name of the own company', async () => {
    const { call, user_name, name } = await someone()
    expect((await call('PUT', '/yun/userInfo', { name: '新名' })).data.name).toBe('新名')
    expect((await auditOf(server, { action: 'profile' }))[0]).toMatchObject({
      user_name,
      detail: { name: { before: name, after: '新名' } },
    })
    expect((await call('PUT', '/yun/userInfo', { name: '新名', company_name: '别的' })).meta.code).toBe('100015')
    const rename = { name: '竞争者', company_name: '改名公司' }
    expect((await server.call('rival', 'PUT', '/yun/userInfo', rename)).data.company_name).toBe('改名公司')
    expect((await server.call('admin', 'GET', '/user/account')).data.company_name).toBe('演示水务')
  })

  test('administrators set the time zone of the organisation, and rules by the hour follow it', async () => {
    const zoneOf = async (user: string) => (await server.call(user, 'GET', '/yun/v2/timezone')).data.timezone
    const reloaded = new Set<number>()
    const stop = server.fleet.on('rules', (devices) => {
      for (const { tenant_id } of devices) reloaded.add(tenant_id)
    })
    const { tenant_id } = (await server.call('rival', 'GET', '/yun/userInfo')).data
    const set = (timezone: string) => server.call('rival', 'PUT', '/yun/userInfo', { name: '竞争者', timezone })
    expect(refusalOf(await set('Mars/Olympus'))).toBe('100006 timezone')
    expect(refusalOf(await set('+03:00'))).toBe('100006 timezone')
    expect([...reloaded]).toEqual([])
    expect((await set('Europe/Berlin')).data.timezone).toBe('Europe/Berlin')
    expect([await zoneOf('rival'), await zoneOf('admin')]).toEqual(['Europe/Berlin', 'Asia/Shanghai'])
    expect([...reloaded]).toEqual([tenant_id])
    stop()
    expect((await server.call('rival', 'GET', '/user/audit', { action: 'profile' })).data.rows[0].detail).toEqual({
      timezone: { before: 'Asia/Shanghai', after: 'Europe/Berlin' },
    })
    const { call } = await someone()
    expect((await call('PUT', '/yun/userInfo', { name: '新名', timezone: 'UTC' })).meta.code).toBe('100015')
  })
})

describe('the password', () => {
  test('a password is changed with the current one, and by the organisation’s rule', async () => {
    const { call, user_name } = await someone()
    expect(refusalOf(await change(call, 'wrong', 'fresh123'))).toBe('100006 password_now')
    expect(refusalOf(await change(call, 'demo1234', 'no'))).toBe('100006 password')
    expect((await signIn(user_name)).meta.code).toBe('100001')
    expect((await change(call, 'demo1234', 'Fresh123')).meta.code).toBe('100001')
    expect((await signIn(user_name)).meta.code).toBe('110003')
    expect((await signIn(user_name, 'Fresh123')).meta.code).toBe('100001')
    expect((await call('GET', '/yun/userInfo')).meta.code).toBe('100001')
    const lines = await auditOf(server, { search: user_name })
    expect(lines.map(({ action }) => action)).toContain('password')
    expect(JSON.stringify(lines)).not.toMatch(/Fresh123|demo1234/)
  })

  test('the change of a password has 10 tries, and wrong ones do not lock the name', async () => {
    const { call, user_name } = await someone()
    for (let i = 0; i < 10; i++) expect(refusalOf(await change(call, `no${i}`, 'fresh123'))).toBe('100006 password_now')
    expect(await change(call, 'demo1234', 'fresh123')).toMatchObject({ status: 429, meta: { code: '100019' } })
    expect((await signIn(user_name)).meta.code).toBe('100001')
    time += 15 * MINUTE_MS
    expect((await change(call, 'demo1234', 'fresh123')).meta.code).toBe('100001')
  })
})

describe('a phone or an e-mail', () => {
  test('a phone or an e-mail is bound by the code that was sent to it and the password, and signs in from then on', async () => {
    for (const address of [newPhone(), `new${++count}@plant.example`]) {
      const { call, user_id, user_name } = await someone()
      const code = await bindingCode(call, address)
      expect(refusalOf(await bind(call, address, code, 'wrong'))).toBe('100006 password_now')
      const { data } = await bind(call, address, code)
      // Administrators read the code, for want of a provider.
      expect(data.is_tel_verified || data.is_email_verified).toBe(false)
      expect((await signIn(address)).data.user_id).toBe(user_id)
      const [line] = await auditOf(server, { action: 'bind' })
      expect(line).toMatchObject({ user_name, target: address.includes('@') ? 'email' : 'phone' })
      expect(JSON.stringify(line)).not.toContain(code)
    }
  })

  test('a phone or an e-mail is not bound by a wrong code, one for another address, or one that another user requested', async () => {
    const [address, other] = [newPhone(), newPhone()]
    const [first, second] = [await someone(), await someone()]
    const code = await bindingCode(first.call, address)
    const othersCode = await bindingCode(second.call, other)
    for (const [call, to, with_] of [
      [first.call, address, code === '111111' ? '222222' : '111111'],
      [first.call, other, code],
      [second.call, address, code],
      [first.call, other, othersCode],
    ] as const)
      expect((await bind(call, to, with_)).meta.code).toBe('110314')
    expect((await bind(first.call, address, code)).meta.code).toBe('100001')
    expect((await bind(first.call, address, code)).meta.code).toBe('110314')
  })

  test('an address of another user is reported as taken only to who proved to read it, also across organisations', async () => {
    const phone = newPhone()
    const email = `taken${++count}@plant.example`
    await prove(server, await makeUser(server, { user_tel: phone, email }))
    const rival = asToken(server, await server.tokenOf('rival'))
    for (const [address, code] of [
      [phone, '110316'],
      [email, '110323'],
    ] as const)
      expect((await bind(rival, address, await bindingCode(rival, address))).meta.code).toBe(code)
  })

  test('a code that administrators read, for want of a provider, takes no address from a user of another organisation', async () => {
    const email = `boss${++count}@plant.example`
    const { user_name } = await makeUser(server, { email })
    const rival = asToken(server, await server.tokenOf('rival'))
    expect((await bind(rival, email, await bindingCode(rival, email))).meta.code).toBe('110323')
    const { data } = await server.call('admin', 'GET', '/user', { search: user_name })
    expect(data.rows[0].email).toBe(email)
  })

  test('a code for a phone or an e-mail is sent once a minute to each user', async () => {
    const { call } = await someone()
    const address = newPhone()
    await bindingCode(call, address)
    expect((await call('POST', '/user/account/code', { address })).status).toBe(429)
    time += MINUTE_MS
    expect((await call('POST', '/user/account/code', { address })).status).toBe(200)
  })
})

test('without a WeChat application there is no address to go to, and nothing binds', async () => {
  const { call } = await someone()
  expect((await call('GET', '/user/QR/code', { back: 'https://console.example/account' })).data).toEqual({ url: null })
  expect((await call('POST', '/user/QR/code/status', { code: 'x', state: 'y' })).meta.code).toBe('100002')
})

describe('closing an account', () => {
  const close = (call: Call, password_now = 'secret12') => call('POST', '/user/cancel', { password_now })
  /** The administrator of an organisation of its own. */
  async function registered() {
    const address = newPhone()
    await server.call(null, 'POST', '/register/sms/num', { address })
    await vi.waitFor(async () => expect(await messagesTo(address)).toHaveLength(1))
    const code = /\d{6}/.exec((await messagesTo(address))[0]?.body ?? '')?.[0]
    const fields = { password: 'secret12', name: '老板', company_name: '小公司', agreed: true }
    await server.call(null, 'POST', '/user/register', { address, code, ...fields })
    return { address, call: await callOf(address, 'secret12') }
  }

  test('closing an account asks for the password; a user who owns nothing is gone, and the sessions too', async () => {
    const { call, user_name } = await someone()
    const other = await callOf(user_name)
    expect((await call('GET', '/user/cancel')).data).toEqual({ left: [] })
    expect(refusalOf(await close(call, 'wrong'))).toBe('100006 password_now')
    expect((await close(call, 'demo1234')).meta.code).toBe('100001')
    for (const gone of [call, other]) expect((await gone('GET', '/yun/userInfo')).meta.code).toBe('100009')
    expect((await signIn(user_name)).meta.code).toBe('110003')
    expect((await auditOf(server, { action: 'close' }))[0]).toMatchObject({ target: user_name })
  })

  test("closing the last administrator's account needs users, templates and devices to be gone, in this order", async () => {
    const { address, call } = await registered()
    const { tenant_id } = (await call('GET', '/yun/userInfo')).data
    const sn_code = `CL${count}`
    const made = { name: '员工', password: 'secret12', user_group_id: null, role_ids: [], user_tel: null, email: null }
    const user = (await call('POST', '/user', { ...made, user_name: `employee${count}` })).data
    const { template_id } = (await call('POST', '/yun/module', { module_name: '模板' })).data
    await call('POST', '/dev', { sn_code, dev_alias: 'x', password: 'device-1' })
    const counted = ['110329', '110331', '110332'].map((code) => ({ code, count: 1 }))
    expect((await call('GET', '/user/cancel')).data.left).toEqual(counted)
    expect((await close(call)).meta.code).toBe('110329')
    await call('DELETE', '/user', { user_ids: [user.user_id] })
    expect((await close(call)).meta.code).toBe('110331')
    await call('DELETE', '/yun/module', { template_id })
    expect((await close(call)).meta.code).toBe('110332')
    await call('DELETE', '/dev', { sn_code })
    expect((await close(call)).meta.code).toBe('100001')
    expect((await signIn(address, 'secret12')).meta.code).toBe('110003')
    const { closed_time } = await server.db.system((q) =>
      q.selectFrom('tenant').select('closed_time').where('tenant_id', '=', tenant_id).executeTakeFirstOrThrow(),
    )
    expect(closed_time).toBe(time)
  })

  test('closing an account needs nothing where another administrator stays, and leaves the organisation open', async () => {
    const { address, call } = await registered()
    const { tenant_id } = (await call('GET', '/yun/userInfo')).data
    const second = {
      tenant_id,
      user_name: `second${count}`,
      name: '副手',
      password_hash: '-',
      created_time: 1,
      user_type: 1,
    }
    await server.db.system((q) => q.insertInto('app_user').values(second).execute())
    expect((await close(call)).meta.code).toBe('100001')
    expect((await signIn(address, 'secret12')).meta.code).toBe('110003')
    const tenant = await server.db.system((q) =>
      q.selectFrom('tenant').select('closed_time').where('tenant_id', '=', tenant_id).executeTakeFirstOrThrow(),
    )
    expect(tenant.closed_time).toBeNull()
  })

  test('closing an account leaves the address on which another took its place free too', async () => {
    const { address, call } = await registered()
    const next = newPhone()
    await call('POST', '/user/account/code', { address: next })
    const code = /\d{6}/.exec((await messagesTo(next)).at(-1)?.body ?? '')?.[0]
    expect(
      (await call('POST', '/user/account/bind', { address: next, code, password_now: 'secret12' })).meta.code,
    ).toBe('100001')
    expect((await signIn(next, 'secret12')).meta.code).toBe('100001')
    expect((await signIn(address, 'secret12')).meta.code).toBe('110003')
    time += MINUTE_MS
    await server.call(null, 'POST', '/register/sms/num', { address })
    await vi.waitFor(async () => expect((await messagesTo(address)).at(-1)?.body).toContain('注册账号'))
  })

  test('closing an account frees the address for another registration', async () => {
    const { address, call } = await registered()
    await close(call)
    time += MINUTE_MS
    await server.call(null, 'POST', '/register/sms/num', { address })
    await vi.waitFor(async () => expect((await messagesTo(address)).at(-1)?.body).toContain('注册账号'))
  })
})

describe('the experience user', () => {
  const own = Object.entries<Endpoint>(contract.account).filter(([, { needs }]) => needs !== 'public')
  test.each(own.filter(([, { ownOnly }]) => ownOnly))(
    'the experience user cannot call account.%s',
    async (_name, { method, path }) => {
      const { data } = await server.call(null, 'POST', '/yun/v2/user/login/experience')
      expect((await asToken(server, data.token)(method, path)).meta.code).toBe('100015')
    },
  )

  test('the experience user is found by no name and no password', async () => {
    for (const password of ['demo1234', '-']) expect((await signIn('experience', password)).meta.code).toBe('110003')
  })
})

test('no line of the audit holds a password, a token or a code', async () => {
  const { lines, bodies } = await server.db.system(async (q) => ({
    lines: await q.selectFrom('audit').select(['target', 'detail']).execute(),
    bodies: await q.selectFrom('delivered_message').select('body').execute(),
  }))
  const text = JSON.stringify(lines)
  const codes = bodies.flatMap(({ body }) => /验证码 (\d{6})/.exec(body)?.[1] ?? [])
  expect([lines.length > 20, codes.length > 5]).toEqual([true, true])
  for (const secret of [...codes, 'demo1234', 'secret12', 'Fresh123', '$argon2', await server.tokenOf('admin')])
    expect(text).not.toContain(secret)
})
