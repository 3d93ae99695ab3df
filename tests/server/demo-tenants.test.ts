import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WEEK_MS } from '../../core/catalogue/durations.ts'
import { turnOfPerson } from '../../demo/server/limits/password-turns.ts'
import { firstAdministratorToken } from '../../demo/server/people/first-administrator.ts'
import { demoSession } from '../../demo/server/people/index.ts'
import { makeKey, PORTAL, signed } from './guests.ts'
import { credentialsOf, openTestServer, type TestServer } from './server.ts'

let folder: string
let server: TestServer
/** A token of the time when the demo was on. */
let session: string
let guest: string

const opened = (DEMO: 'on' | 'off', more: Record<string, string> = {}) =>
  openTestServer({ DATA_DIR: join(folder, 'data'), DEMO, ...more })

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sightglass-demo-'))
  server = await opened('on')
  session = await server.tokenOf('admin')
  const { embed_key } = await makeKey(server, 'admin')
  guest = signed(embed_key, {})
  await server.close()
})
afterEach(() => server.close())
afterAll(() => rm(folder, { recursive: true, force: true }))

const signIn = (user_name: string, password = 'demo1234') =>
  server.call(null, 'POST', '/yun/v2/user/login', { user_name, password })
const ask = (token: string, headers = {}) =>
  server.call(null, 'GET', '/dev', {}, { 'x-token': token, ...headers }).then(({ meta }) => meta.code)
const device = (sn_code: string) => credentialsOf(server)(sn_code, Buffer.from(`device-${sn_code}`), '127.0.0.1')
const first = (token: string, more = {}) =>
  server.call(null, 'POST', '/user/first', {
    token,
    user_name: 'chief',
    name: 'Chief',
    company_name: 'Works',
    password: 'abc123',
    ...more,
  })

test('while the demo is off nobody of it signs in: no user, session, device, guest or visitor', async () => {
  server = await opened('off')
  for (const user_name of ['admin', 'manager', 'operator', 'rival'])
    expect((await signIn(user_name)).meta.code).toBe('110426')
  expect(await ask(session)).toBe('100009')
  expect(await ask(guest, { origin: PORTAL })).toBe('100009')
  expect(await device('TS0001')).toEqual({ refused: 'password' })
  const { data } = await server.call(null, 'GET', '/yun/login/check')
  expect(data.experience).toBe(false)
  expect((await server.call(null, 'POST', '/yun/v2/user/login/experience', {})).meta.code).toBe('100015')
})

test('demo users sign in again when the demo is on again, and the console knows that it is one', async () => {
  server = await opened('on', { DEMO_ON_NETWORK: 'on' })
  expect((await signIn('admin')).meta.code).toBe('100001')
  expect(await ask(guest, { origin: PORTAL })).toBe('100001')
  expect(await device('TS0001')).toMatchObject({ sn_code: 'TS0001' })
  expect((await server.call('admin', 'GET', '/yun/userInfo')).data.demo).toBe('network')
})

test('a token that opens nothing is refused before any password is hashed for it', async () => {
  server = await opened('off')
  const token = (await firstAdministratorToken(server.db)) as string
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  // All that may hash at once are at it, and do not end.
  const hashing = [7, 8].map((tenant_id) => turnOfPerson({ tenant_id, from: '' })(() => held))
  expect((await first(`${token.slice(1)}x`)).meta.code).toBe('110005')
  release()
  await Promise.all(hashing)
})

test('the first administrator is made by a link that works once, beside a demo that is off', async () => {
  server = await opened('off')
  const old = (await firstAdministratorToken(server.db)) as string
  const token = (await firstAdministratorToken(server.db)) as string
  expect((await first(old)).meta.code).toBe('110005')
  expect((await first(token, { user_name: 'admin' })).meta.code).toBe('110313')
  expect((await first(token, { password: 'short' })).data.fields).toMatchObject([{ field: 'password' }])
  const codes = await Promise.all([first(token), first(token)])
  expect(codes.map(({ meta }) => meta.code).sort()).toEqual(['100001', '110005'])
  const { data } = await signIn('chief', 'abc123')
  expect(data.roles).toContain('administrator')
  expect(await firstAdministratorToken(server.db)).toBeNull()
  const who = await server.call(null, 'GET', '/yun/userInfo', {}, { 'x-token': data.token })
  expect(who.data).toMatchObject({ tenant_name: 'Works', demo: 'no' })
})

test('no program of the demo acts as a real user who has the name of a demo user', async () => {
  const DATA_DIR = join(folder, 'real')
  server = await openTestServer({ DATA_DIR, DEMO: 'off' })
  const token = (await firstAdministratorToken(server.db)) as string
  expect((await first(token, { user_name: 'admin' })).meta.code).toBe('100001')
  await server.close()
  server = await openTestServer({ DATA_DIR, DEMO: 'on' })
  expect((await signIn('admin', 'abc123')).meta.code).toBe('100001')
  expect(await demoSession(server.db, server.sessions, 'admin', 'plant')).toBeNull()
})

test('a demo in English has English names alone', async () => {
  server = await openTestServer({ DATA_DIR: join(folder, 'english'), DEMO_LANGUAGE: 'en' })
  const named = await server.db.system(async (q) => [
    ...(await q.selectFrom('tenant').select('name').execute()).map(({ name }) => name),
    ...(await q.selectFrom('app_user').select('name').execute()).map(({ name }) => name),
    ...(await q.selectFrom('role').select('role_name').execute()).map(({ role_name }) => role_name),
    ...(await q.selectFrom('device_group').select('group_name').execute()).map(({ group_name }) => group_name),
    ...(await q.selectFrom('user_group').select('group_name').execute()).map(({ group_name }) => group_name),
    ...(await q.selectFrom('template').select('module_name').execute()).map(({ module_name }) => module_name),
    ...(await q.selectFrom('device').select('dev_alias').execute()).map(({ dev_alias }) => dev_alias),
  ])
  expect(named).toContain('Demo Water')
  expect(named).toContain('Default')
  expect(named.filter((name) => !name || /\p{Script=Han}/u.test(name))).toEqual([])
})

test('a link for the first administrator is over after 7 days', async () => {
  const empty = join(folder, 'empty')
  server = await openTestServer({ DATA_DIR: empty, DEMO: 'off' })
  const token = (await firstAdministratorToken(server.db, () => Date.now() - WEEK_MS - 1)) as string
  expect((await first(token)).meta.code).toBe('110005')
})

test('nobody opens an account where registration is off, and the sign-in page knows it', async () => {
  server = await opened('off', { REGISTRATION: 'off' })
  const address = '13800000000'
  expect((await server.call(null, 'POST', '/register/sms/num', { address })).meta.code).toBe('100015')
  const account = { address, code: '123456', password: 'abc123', name: 'a', company_name: 'b', agreed: true }
  expect((await server.call(null, 'POST', '/user/register', account)).meta.code).toBe('100015')
  expect((await server.call(null, 'GET', '/yun/login/check')).data.registration).toBe(false)
})
