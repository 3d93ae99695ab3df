import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoIds, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { openSharing } from '../../../tests/server/sharing.ts'

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

test('a user whose templates one does not reach can neither be acted as nor get a new password, until one reaches them', async () => {
  const user_group_id = (await demoIds(server)).group('东区')
  const { role_id } = await makeRole(server, { permissions: ['P00000', 'P40000', 'P41000'] })
  const maker = await makeUser(server, { user_group_id, role_ids: [role_id] })
  const reader = await makeUser(server, { user_group_id })
  const { data } = await server.call(maker.user_name, 'POST', '/yun/module', { module_name: '自己的模板' })
  const { template_id } = data
  const share = (user_ids: readonly number[]) =>
    server.call('admin', 'PUT', '/yun/module/share', { template_id, user_ids })
  const allowed = async () => [
    await manager('POST', '/yun/v2/user/login/simulate', { user_id: maker.user_id }),
    await manager('PUT', '/user/pwd', { user_id: maker.user_id, password: 'secret12' }),
    await manager('POST', '/yun/v2/user/login/simulate', { user_id: reader.user_id }),
  ]
  expect((await share([reader.user_id])).meta.code).toBe('100001')
  expect(await allowed()).toEqual(['100015', '100015', '100015'])
  const { user_id } = (await server.call('manager', 'GET', '/yun/userInfo')).data
  expect((await share([reader.user_id, user_id])).meta.code).toBe('100001')
  expect(await allowed()).toEqual(['100015', '100015', '100001'])
  const template_rights = [{ template_id, may_write: true }]
  await server.call('admin', 'PUT', '/yun/userInfo/privilege/module', { user_id, template_rights, item_rights: [] })
  expect(await allowed()).toEqual(['100001', '100001', '100001'])
})

test('a user with whom a device is shared, or to whom it is offered, that one does not reach can neither be acted as nor get a new password', async () => {
  const people = await openSharing(server)
  const sn_code = await people.device({ call: (...call) => server.call('admin', ...call) })
  const { user_id } = await makeUser(server, { user_group_id: (await demoIds(server)).group('东区') })
  const share = (method: string, user_ids: readonly number[], may_write?: boolean) =>
    server.call('admin', method, '/dev/share', { sn_code, user_ids, ...(method === 'POST' && { may_write }) })
  const allowed = async () => [
    await manager('POST', '/yun/v2/user/login/simulate', { user_id }),
    await manager('PUT', '/user/pwd', { user_id, password: 'secret12' }),
  ]
  const { user_id: own } = (await server.call('manager', 'GET', '/yun/userInfo', {})).data
  expect((await share('POST', [user_id], false)).meta.code).toBe('100001')
  expect(await allowed()).toEqual(['100015', '100015'])
  await share('POST', [own], false)
  expect(await allowed()).toEqual(['100001', '100001'])
  await share('POST', [user_id], true)
  expect(await allowed()).toEqual(['100015', '100015'])
  await share('DELETE', [user_id])
  expect(await allowed()).toEqual(['100001', '100001'])
  const offer = (user_id: number) => server.call('admin', 'POST', '/dev/transfer', { sn_code, user_id })
  expect((await offer(user_id)).meta.code).toBe('100001')
  expect(await allowed()).toEqual(['100015', '100015'])
  await offer(own)
  expect(await allowed()).toEqual(['100001', '100001'])
})

test('a user with no more rights can be acted as and changed', async () => {
  const { user_id } = weaker
  expect(await manager('PUT', '/user', { user_id, user_tel: '13700002222' })).toBe('100001')
  expect(await manager('PUT', '/user/pwd', { user_id, password: 'secret12' })).toBe('100001')
  expect(await manager('POST', '/yun/v2/user/login/simulate', { user_id })).toBe('100001')
})
