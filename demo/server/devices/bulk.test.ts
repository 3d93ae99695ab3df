import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeDevice } from '../../../tests/server/devices.ts'
import { auditOf, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let group_id: number
const OWN = ['BULK1', 'BULK2', 'BULK3']
beforeAll(async () => {
  server = await openTestServer()
  const { tenant_id = 0 } = server.fleet.get('TS0001') ?? {}
  const made = await server.call('admin', 'POST', '/yun/dev/group', { group_name: 'bulk', parent_id: null })
  group_id = made.data.group_id
  for (const sn_code of OWN) {
    await makeDevice(server.db, sn_code, { tenant_id })
    await server.db.system((q) => q.updateTable('device').set({ group_id }).where('sn_code', '=', sn_code).execute())
  }
  await server.fleet.reload(...OWN)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const found = async (input: object, user = 'admin') =>
  (await server.call(user, 'GET', '/dev/SN', input)).data as { sn_code: string; report_interval_s: number }[]

test('all devices that a filter finds are named at once, and nobody is told of those that he does not see', async () => {
  expect((await found({ group_id })).map(({ sn_code }) => sn_code)).toEqual(OWN)
  expect(await found({ group_id, search: 'BULK2' })).toMatchObject([{ sn_code: 'BULK2', group_id, tags: [] }])
  const { role_id } = await makeRole(server, { permissions: ['P00000', 'P30000'], device_rights: [] })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  expect(await found({}, user_name)).toEqual([])
  expect((await found({}, 'rival')).map(({ sn_code }) => sn_code)).not.toContain('BULK1')
})

test('how often devices report is set for many, with an answer and a line of the audit for each', async () => {
  const sn_codes = ['bulk1', 'BULK2', 'RV0001', 'NONE']
  const { data } = await server.call('admin', 'PUT', '/dev/interval', { sn_codes, report_interval_s: 77 })
  expect(data).toEqual([
    { id: 'BULK1', code: null },
    { id: 'BULK2', code: null },
    { id: 'RV0001', code: '110509' },
    { id: 'NONE', code: '110509' },
  ])
  expect((await found({ group_id })).map(({ report_interval_s }) => report_interval_s === 77)).toEqual([
    true,
    true,
    false,
  ])
  expect(server.fleet.get('BULK1')?.report_interval_s).toBe(77)
  const changes = (await auditOf(server)).filter(
    ({ action, detail }) => action === 'device-edit' && detail.report_interval_s,
  )
  expect(changes.map(({ detail }) => detail.report_interval_s?.after)).toEqual([77, 77])
  const { meta } = await server.call('admin', 'PUT', '/dev/interval', { sn_codes, report_interval_s: 0 })
  expect(meta.code).toBe('100006')
})

test('many devices are deregistered with an answer for each, and those that were are restored by it', async () => {
  const sn_codes = ['BULK1', 'BULK3', 'RV0001', 'bulk1']
  const { data } = await server.call('admin', 'POST', '/dev/deregistered', { sn_codes })
  expect(data.map(({ id, code }: { id: string; code: string | null }) => [id, code])).toEqual([
    ['bulk1', null],
    ['BULK3', null],
    ['RV0001', '110509'],
  ])
  expect((await found({ group_id })).map(({ sn_code }) => sn_code)).toEqual(['BULK2'])
  expect(server.disconnected).toEqual(expect.arrayContaining(['BULK1', 'BULK3']))
  for (const { device_id } of data.slice(0, 2))
    expect((await server.call('admin', 'PUT', '/dev/deregistered', { device_id })).meta.code).toBe('100001')
  expect((await found({ group_id })).map(({ sn_code }) => sn_code)).toEqual(OWN)
})

test('devices that the caller only sees, and virtual ones, are left as they are where many are changed', async () => {
  const { role_id } = await makeRole(server, {
    permissions: ['P00000', 'P30000', 'P30200'],
    device_rights: [{ group_id, may_write: false }],
  })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  const { tenant_id = 0 } = server.fleet.get('TS0001') ?? {}
  await makeDevice(server.db, 'BULKV', { tenant_id })
  await server.db.system((q) =>
    q.updateTable('device').set({ group_id, is_virtual: true }).where('sn_code', '=', 'BULKV').execute(),
  )
  await server.fleet.reload('BULKV')
  const all = [...OWN, 'BULKV']
  const set = async (user: string) =>
    (await server.call(user, 'PUT', '/dev/interval', { sn_codes: all, report_interval_s: 88 })).data
  const end = async (user: string, sn_code: string) =>
    (await server.call(user, 'POST', '/dev/deregistered', { sn_codes: [sn_code] })).data
  expect(await set(user_name)).toEqual(all.map((id) => ({ id, code: '110539' })))
  expect(await end(user_name, 'BULK1')).toEqual([{ id: 'BULK1', code: '110535' }])
  expect((await set('admin')).map(({ code }: { code: string | null }) => code)).toEqual([null, null, null, '100006'])
  expect(await end('admin', 'BULKV')).toEqual([{ id: 'BULKV', code: '100006' }])
  expect((await found({ group_id })).map(({ sn_code }) => sn_code)).toEqual(all)
})
