import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { hashesIn } from '../../../tests/server/passwords.ts'
import { makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import type { Db } from '../db/db.ts'
import { seed } from '../seed.ts'
import { openSessions, SESSION_MS } from './sessions.ts'

let server: TestServer
let time = Date.now()
beforeAll(async () => {
  server = await openTestServer({}, () => time)
})
afterAll(() => server.close())

const PUBLIC_KEY = `${'A'.repeat(43)}=`
const signIn = (user_name: string, password = 'demo1234', more = {}) =>
  server.call(null, 'POST', '/yun/v2/user/login', { user_name, password, ...more })
const whoIs = (token: string, headers = {}) =>
  server.call(null, 'GET', '/yun/userInfo', {}, { 'x-token': token, ...headers })

test('signing in returns who the user is and what they may do', async () => {
  const { data } = await signIn('Admin')
  expect(data).toMatchObject({ name: '管理员', menuPermissions: 'P10000' })
  expect(data.roles).toEqual(expect.arrayContaining(['P00000', 'P53000', 'administrator']))
  const same = { 'x-user': `${data.user_id}`, 'x-tenant': `${data.tenant_id}` }
  expect((await whoIs(data.token, same)).data).toMatchObject({
    user_name: 'admin',
    user_type: 1,
    tenant_name: '演示水务',
  })
  const { roles } = (await signIn('operator')).data
  // The demo's operator confirms, shelves and writes; taking out of service is another's.
  expect(roles).toEqual(expect.arrayContaining(['sub-user', 'P30400', 'P73000', 'P73100', 'P73200']))
  expect(roles).not.toContain('P73300')
  const privileges = await server.call('operator', 'POST', '/userPrivileges', { operator_type: '1', req_data: {} })
  expect(privileges.data).toEqual({
    grantedPermissions: roles.join(','),
    menuPermissions: 'P10000',
    timezone: 'Asia/Shanghai',
    week_start: 'monday',
  })
})

test('a sign-in by a password that is changed meanwhile leaves no session', async () => {
  const { user_id, user_name } = await makeUser(server)
  const passwords = ['demo1234', 'first123', 'second12', 'third123', 'fourth12']
  for (const [i, next] of passwords.slice(1).entries()) {
    const login = { user_name, password: passwords[i] }
    const [signedIn, changed] = await Promise.all([
      server.call(null, 'POST', '/yun/v2/user/login', login),
      server.call('admin', 'PUT', '/user/pwd', { user_id, password: next }),
    ])
    expect(changed.meta.code).toBe('100001')
    if (signedIn.meta.success !== 1) continue
    expect((await whoIs(signedIn.data.token)).meta.code).toBe('100009')
  }
})

test('the small calls of a session answer', async () => {
  expect((await server.call('admin', 'GET', '/yun/v2/timezone')).data).toEqual({
    timezone: 'Asia/Shanghai',
    week_start: 'monday',
  })
  expect((await server.call('admin', 'GET', '/yun/customPage')).data).toEqual({
    custom_page_name: null,
    custom_page_json: null,
  })
  expect((await server.call('admin', 'POST', '/yun/user/heart')).data.server_time).toBe(time)
  const before = Math.floor(Date.now() / 1000)
  const { data } = await server.call(null, 'GET', '/yun/sys/info/timestamp')
  expect(data).toBeGreaterThanOrEqual(before)
  expect(data).toBeLessThanOrEqual(Date.now() / 1000)
})

test('only the hash of a token and the public key of the session are kept', async () => {
  const { token } = (await signIn('admin', 'demo1234', { public_key: PUBLIC_KEY })).data
  expect(token).toMatch(/^[\w-]{43}$/)
  const row = await server.db.system((q) =>
    q
      .selectFrom('session')
      .selectAll()
      .where('token_hash', '=', createHash('sha256').update(token).digest())
      .executeTakeFirstOrThrow(),
  )
  expect(row.public_key).toBe(PUBLIC_KEY)
  expect(JSON.stringify(row)).not.toContain(token)
})

test('signing out ends the session at once, and notifies listeners', async () => {
  const { token } = (await signIn('admin')).data
  const ended: string[] = []
  const stop = server.sessions.onRevoked((session_hash) => ended.push(session_hash))
  const { meta } = await server.call(null, 'POST', '/yun/user/logout', {}, { 'x-token': token })
  stop()
  expect(meta.success).toBe(1)
  expect(ended).toEqual([createHash('sha256').update(token).digest('hex')])
  expect(await whoIs(token)).toMatchObject({ status: 500, meta: { code: '100009' } })
})

test('a session lives 12 hours from its last call', async () => {
  const { token } = (await signIn('admin')).data
  for (let i = 0; i < 3; i++) {
    time += SESSION_MS - 60_000
    expect((await whoIs(token)).meta.success).toBe(1)
  }
  time += SESSION_MS + 1
  expect(await whoIs(token)).toMatchObject({ status: 500, meta: { code: '100009' } })
})

test('a user who is locked by an administrator is out within 10 s, and learns it only with the right password', async () => {
  const { token } = (await signIn('manager')).data
  const lock = (is_active: number) =>
    server.db.system((q) => q.updateTable('app_user').set({ is_active }).where('user_name', '=', 'manager').execute())
  await lock(0)
  time += 10_001
  expect((await whoIs(token)).meta.code).toBe('100009')
  expect((await signIn('manager', 'wrong')).meta.code).toBe('110003')
  expect((await signIn('manager')).meta.code).toBe('110426')
  await lock(1)
  expect((await signIn('manager')).meta.success).toBe(1)
})

test('an empty name or password is reported as such', async () => {
  expect((await signIn('', 'x')).meta.code).toBe('110001')
  expect((await signIn('admin', '')).meta.code).toBe('110001')
})

test('a name that does not exist answers as one with a wrong password, and costs the same', async () => {
  const known = await signIn('admin', 'wrong')
  const unknown = await signIn('nobody-at-all', 'wrong')
  expect({ ...unknown, headers: {} }).toEqual({ ...known, headers: {} })
  for (const user_name of ['admin', 'nobody']) expect((await hashesIn(() => signIn(user_name, 'wrong'))).hashes).toBe(1)
})

test('10 wrong passwords lock a name for 15 minutes, whether it exists or not', async () => {
  for (const user_name of ['rival', 'ghost']) {
    for (let i = 0; i < 10; i++) expect((await signIn(user_name, `no${i}`)).meta.code).toBe('110003')
    expect(await signIn(user_name.toUpperCase())).toMatchObject({ status: 429, meta: { success: 0, code: '100019' } })
  }
  time += 15 * MINUTE_MS + 1
  expect((await signIn('rival')).meta.success).toBe(1)
  expect((await signIn('ghost')).meta.code).toBe('110003')
})

test('blanks around a name give no further tries', async () => {
  for (let i = 0; i < 10; i++) await signIn(`blank${' '.repeat(i)}`, `no${i}`)
  expect((await signIn('  blank          ', 'no')).meta.code).toBe('100019')
})

test('parallel guesses count as many as sequential ones', async () => {
  const guesses = await Promise.all([...Array(40).keys()].map((n) => signIn('crowd', `no${n}`)))
  expect(guesses.filter(({ meta }) => meta.code === '110003')).toHaveLength(10)
  expect(guesses.filter(({ meta }) => meta.code === '100019')).toHaveLength(30)
})

test('a second start seeds nothing, and without the demo there is nobody yet', async () => {
  const users = (of: TestServer) => of.db.system((q) => q.selectFrom('app_user').select('user_name').execute())
  const before = await users(server)
  await seed(server.db, { DEMO: true, DEMO_LANGUAGE: 'zh' })
  expect(await users(server)).toEqual(before)
  const other = await openTestServer({ DEMO: 'off' })
  expect(await users(other)).toEqual([])
  await other.close()
})

test('whoever has signed in is found without another look at the store, soon and while nothing has changed', async () => {
  const { user_id, tenant_id } = (await signIn('operator')).data
  let looks = 0
  const { db } = server
  const counted: Db = {
    ...db,
    system: (work, priority) => {
      looks += 1
      return db.system(work, priority)
    },
  }
  const sessions = openSessions(counted, () => time)
  const begin = () => db.system((q) => sessions.create({ tenant_id, user_id, address: '', agent: '' }, q))
  const looksFor = async (token: string) => {
    looks = 0
    expect(await sessions.callerOf(token)).toMatchObject({ user_id })
    return looks
  }
  expect(await looksFor(await begin())).toBe(0)
  const [changed, late] = [await begin(), await begin()]
  sessions.changed(tenant_id)
  expect(await looksFor(changed)).toBe(1)
  time += MINUTE_MS
  expect(await looksFor(late)).toBe(1)
})
