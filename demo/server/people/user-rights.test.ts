import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoIds, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let stronger: { user_id: number }
let weaker: { user_id: number }
beforeAll(async () => {
  server = await openTestServer()
  const user_group_id = (await demoIds(server)).group('东区')
  // P81000 is no right of the administrator2.
  const role = await makeRole(server, { permissions: ['P00000', 'P10000', 'P80000', 'P81000'] })
  stronger = await makeUser(server, { user_group_id, role_ids: [role.role_id] })
  weaker = await makeUser(server, { user_group_id })
})
afterAll(() => server.close())

const manager = async (method: string, path: string, input: object) =>
  (await server.call('manager', method, path, input)).meta.code

describe('of a user who holds more than oneself', () => {
  test('the password, and the phone and e-mail of recovery, of a user with more rights cannot be set', async () => {
    const { user_id } = stronger
    expect(await manager('PUT', '/user/pwd', { user_id, password: 'secret12' })).toBe('100015')
    expect(await manager('PUT', '/user', { user_id, user_tel: '13700001111' })).toBe('100015')
    expect(await manager('PUT', '/user', { user_id, email: 'eve@plant.example' })).toBe('100015')
  })

  test('a user with more rights cannot be acted as', async () => {
    const { user_id } = stronger
    expect(await manager('POST', '/yun/v2/user/login/simulate', { user_id })).toBe('100015')
  })
})

test('a user with no more rights can be acted as and changed', async () => {
  const { user_id } = weaker
  expect(await manager('PUT', '/user', { user_id, user_tel: '13700002222' })).toBe('100001')
  expect(await manager('PUT', '/user/pwd', { user_id, password: 'secret12' })).toBe('100001')
  expect(await manager('POST', '/yun/v2/user/login/simulate', { user_id })).toBe('100001')
})
