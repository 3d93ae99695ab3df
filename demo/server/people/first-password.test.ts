import { afterAll, beforeAll, expect, test } from 'vitest'
import { asToken, auditOf, makeRole, makeUser, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { recordNameOf } from '../http/caller.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const PASSWORD = 'demo1234'
const signIn = async (user_name: string, password = PASSWORD) =>
  (await server.call(null, 'POST', '/yun/v2/user/login', { user_name, password })).data
/** Somebody whose password somebody else set, signed in. */
async function newcomer(overrides: object = {}) {
  const { role_id } = await makeRole(server)
  const user = await makeUser(server, { must_change_password: true, role_ids: [role_id], ...overrides })
  const session = await signIn(user.user_name)
  return { ...user, session, call: asToken(server, session.token) }
}
const change = (call: ReturnType<typeof asToken>, password: string, password_now = PASSWORD) =>
  call('PUT', '/yun/user/edit/pwd', { password_now, password })

test('a user whose password somebody else set does nothing before changing it, and all that the roles let after', async () => {
  const { session, call, user_name } = await newcomer()
  expect(session).toMatchObject({ must_change_password: true, roles: [] })
  expect((await call('GET', '/dev', { page: 1 })).meta.code).toBe('110006')
  expect((await call('GET', '/user/account')).meta.code).toBe('110006')
  expect((await call('GET', '/yun/userInfo')).data.user_name).toBe(user_name)
  expect((await call('GET', '/yun/sys/signIn/rule')).data.password_rule).toMatchObject({ least: 6 })

  expect(refusalOf(await change(call, PASSWORD))).toBe('100006 password')
  expect((await change(call, 'mine1234')).meta.code).toBe('100001')
  expect((await call('POST', '/userPrivileges')).data.grantedPermissions).toBe('P00000,P10000,sub-user')
  expect((await call('GET', '/user/account')).meta.code).toBe('100001')
  const next = await signIn(user_name, 'mine1234')
  expect(next.must_change_password).toBeUndefined()
  expect(next.roles).toContain('P10000')
})

test('a session that has to change its password signs out like any other', async () => {
  const { call } = await newcomer()
  expect((await call('POST', '/yun/user/logout')).meta.code).toBe('100001')
  expect((await call('GET', '/yun/userInfo')).meta.code).toBe('100009')
})

test('a password that somebody else sets has to be changed, unless that is not asked for', async () => {
  const { user_id, user_name } = await makeUser(server)
  const set = (input: object) => server.call('admin', 'PUT', '/user/pwd', { user_id, password: PASSWORD, ...input })
  expect((await signIn(user_name)).must_change_password).toBeUndefined()
  await set({})
  expect((await signIn(user_name)).must_change_password).toBe(true)
  const listed = await server.call('admin', 'GET', '/user', { search: user_name })
  expect(listed.data.rows[0].must_change_password).toBe(true)
  await set({ must_change_password: false })
  expect((await signIn(user_name)).must_change_password).toBeUndefined()
})

test('who acts as a user that has not changed the password yet is not held up by it', async () => {
  const { user_id } = await newcomer()
  const { data } = await server.call('admin', 'POST', '/yun/v2/user/login/simulate', { user_id })
  expect(data.must_change_password).toBeUndefined()
  expect(data.roles).toContain('P10000')
})

test('records name a user by the full name, with the name that signs in behind it', async () => {
  const { user_id, user_name, session } = await newcomer({ full_name: 'Alexander Smith', must_change_password: false })
  const call = asToken(server, session.token)
  const profile = await call('GET', '/user/account')
  expect(profile.data.full_name).toBe('Alexander Smith')
  await call('PUT', '/yun/userInfo', { name: 'Alex' })
  expect((await auditOf(server, { action: 'profile' }))[0]?.user_name).toBe(`Alexander Smith (${user_name})`)
  const found = await server.call('admin', 'GET', '/user', { search: 'alexander sm' })
  expect(found.data.rows.map((row: { user_id: number }) => row.user_id)).toEqual([user_id])

  const { data } = await server.call('admin', 'POST', '/yun/v2/user/login/simulate', { user_id })
  await server.call(null, 'POST', '/yun/user/logout', {}, { 'x-token': data.token })
  expect((await auditOf(server, { action: 'sign-out' }))[0]).toMatchObject({
    user_name: `Alexander Smith (${user_name})`,
    by_user_name: 'admin',
  })
  expect((await call('PUT', '/yun/userInfo', { name: 'Alex', full_name: '' })).data.full_name).toBe('')
})

test.each(['管理员 (admin)', '管理员（admin）', 'admin)'])(
  'the full name %s is refused: in records it would look like who acts as somebody else',
  async (full_name) => {
    const { session } = await newcomer({ must_change_password: false })
    const call = asToken(server, session.token)
    expect(refusalOf(await call('PUT', '/yun/userInfo', { name: 'Alex', full_name }))).toBe('100006 full_name')
  },
)

test('records show a full name that was stored with parentheses without them', () => {
  const li = { user_name: 'li', full_name: '管理员（admin）', by: null }
  expect(recordNameOf(li)).toBe('管理员admin (li)')
  expect(recordNameOf({ ...li, full_name: '()' })).toBe('li')
})
