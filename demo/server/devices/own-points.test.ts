import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DevicePoint } from '../../../core/contract/device-point.ts'
import { auditOf, demoIds, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'

let server: TestServer
let group_id: number
beforeAll(async () => {
  server = await openTestServer()
  group_id = (await demoIds(server)).devices('水务')
})
afterAll(() => server.close())

const call = (by: string, method: string, path: string, input: object) => server.call(by, method, path, input)
async function admin(method: string, path: string, input: object) {
  const { meta, data } = await call('admin', method, path, input)
  expect(meta, JSON.stringify(data)).toMatchObject({ code: '100001' })
  return data
}

const POINTS = [
  { key: 'level', name: '液位', name_en: 'Level', data_type: 'number', unit: 'm', decimals: 2 },
  { key: 'valve', name: '阀门', data_type: 'number', access: 'rw', write_min: 0, write_max: 100 },
]
const RULE = { key: 'level', alarm_name: '高液位', alarm_level: 3, condition: 'above', threshold: 4 }

let made = 0
async function makeBound({ alarm_rules = [], points = POINTS }: { alarm_rules?: object[]; points?: object[] } = {}) {
  const n = ++made
  const { template_id } = await admin('POST', '/yun/module', { module_name: `水箱 ${n}`, points, alarm_rules })
  const sn_code = `OWNP${n}`
  await admin('POST', '/dev', { sn_code, dev_alias: `水箱 ${n}`, password: 'secret1', template_id, group_id })
  const point = async (key: string): Promise<DevicePoint> =>
    (await admin('GET', '/dev/points', { sn_code })).points.find((one: DevicePoint) => one.key === key)
  const edit = (key: string, changes: object) => admin('PUT', '/dev/points', { sn_code, key, ...changes })
  const detail = () => admin('GET', '/dev/basic', { sn_code })
  const keys = async () => (await detail()).points.map(({ key }: { key: string }) => key)
  const saveTemplate = (points: object[]) => admin('PUT', '/yun/module', { template_id, points })
  const load = (key: string, values: number[], from: number) =>
    admin('POST', '/yun/dev/his/data/batch', {
      sn_code,
      series: [{ key, times: values.map((_, i) => from + i * 1000), values }],
    })
  const past = async (key: string) =>
    (await admin('GET', '/yun/dev/his/data', { sn_code, keys: [key], start: 0, end: Date.now() + 1000 })).rows
  return { template_id, sn_code, point, edit, detail, keys, saveTemplate, load, past }
}

test("a device's own name, unit and limits stand over its template's, in what is shown, exported and written", async () => {
  const { sn_code, edit, point, detail, load } = await makeBound()
  expect(await point('level')).toMatchObject({ name: '液位', own_fields: [], template: { name: '液位', unit: 'm' } })
  await edit('level', { name: '东侧液位', name_en: 'East level', unit: 'cm', decimals: 0 })
  await edit('valve', { write_max: 50 })
  expect(await point('level')).toMatchObject({
    name: '东侧液位',
    unit: 'cm',
    own_fields: ['name', 'name_en', 'unit', 'decimals'],
    template: { name: '液位', name_en: 'Level', unit: 'm', decimals: 2 },
  })
  expect((await detail()).points).toMatchObject([
    { key: 'level', name: '东侧液位', unit: 'cm', decimals: 0 },
    { key: 'valve', write_min: 0, write_max: 50 },
  ])
  expect((await admin('GET', '/dev/shown', { sn_code })).points[0]).toMatchObject({ name: '东侧液位', unit: 'cm' })
  expect((await admin('GET', '/rDev', { sn_code })).values[0]).toMatchObject({ name: '东侧液位', unit: 'cm' })
  await load('level', [1, 2], Date.now() - 60_000)
  const file = await server.app.inject({
    url: '/yun/his/export',
    query: { sn_code, keys: 'level', start: '0', end: `${Date.now()}`, format: 'csv', lang: 'zh' },
    headers: { 'x-token': await server.tokenOf('admin') },
  })
  expect(file.body).toContain('东侧液位')
  const written = await call('admin', 'POST', '/dev/controls', { sn_code, key: 'valve', value: 80 })
  expect(written.meta.code).not.toBe('100001')
})

test('a point that its template writes in two steps stays so for whoever may not change the template', async () => {
  const { sn_code, point } = await makeBound({ points: [POINTS[0], { ...POINTS[1], two_step: true }] as object[] })
  const { role_id } = await makeRole(server, {
    permissions: ['P00000', 'P30000', 'P30200'],
    device_rights: [{ group_id, may_write: true }],
  })
  const { user_name: user } = await makeUser(server, { role_ids: [role_id] })
  const add = (by: string, ...points: object[]) => call(by, 'POST', '/dev/points', { sn_code, points })
  const { meta, data } = await add(user, { key: 'extra', name: 'Extra', data_type: 'number' }, { ...POINTS[1] })
  expect(meta.code).toBe('100006')
  expect(data.fields).toMatchObject([{ field: 'points.1.two_step' }])
  expect(await point('valve')).toMatchObject({ two_step: true })
  expect((await add(user, { ...POINTS[1], two_step: true })).meta.code).toBe('100001')
  expect((await add('admin', { ...POINTS[1] })).meta.code).toBe('100001')
  expect(await point('valve')).toMatchObject({ two_step: false })
})

test('a later change of the template reaches what a device does not say itself, and nothing else', async () => {
  const { edit, point, saveTemplate, template_id } = await makeBound()
  await edit('level', { name: '东侧液位' })
  const [level, valve] = POINTS
  await saveTemplate([
    { ...level, name: '水位', unit: 'mm' },
    { ...valve, name: '主阀' },
  ])
  expect(await point('level')).toMatchObject({
    name: '东侧液位',
    unit: 'mm',
    own_fields: ['name'],
    template: { name: '水位' },
  })
  expect(await point('valve')).toMatchObject({ name: '主阀', own_fields: [] })
  expect(await admin('GET', '/yun/module/basic', { template_id })).toMatchObject({ differing_devices: 1 })
})

test("a point that is reset, or set to its template's value, follows the template again", async () => {
  const { edit, point, saveTemplate, template_id } = await makeBound()
  await edit('level', { name: '东侧液位', unit: 'cm' })
  await edit('level', { reset: ['name'] })
  expect(await point('level')).toMatchObject({ name: '液位', unit: 'cm', own_fields: ['unit'] })
  await edit('level', { unit: 'm' })
  expect(await point('level')).toMatchObject({ unit: 'm', own_fields: [] })
  await saveTemplate(POINTS.map((one) => (one.key === 'level' ? { ...one, name: '水位', unit: 'mm' } : one)))
  expect(await point('level')).toMatchObject({ name: '水位', unit: 'mm', own_fields: [] })
  expect(await admin('GET', '/yun/module/basic', { template_id })).toMatchObject({ differing_devices: 0 })
})

test('both limits are the device’s as soon as one is, so that no template leaves a range without a value', async () => {
  const { edit, point, saveTemplate } = await makeBound()
  await edit('valve', { write_max: 50 })
  await saveTemplate(POINTS.map((one) => (one.key === 'valve' ? { ...one, write_min: 60 } : one)))
  expect(await point('valve')).toMatchObject({ write_min: 0, write_max: 50, own_fields: ['write_min', 'write_max'] })
})

test('a device’s own point is made writable on the device, one of its template only in the template', async () => {
  const { sn_code, template_id, edit, point } = await makeBound()
  await admin('POST', '/dev/points', { sn_code, points: [{ key: 'pump', name: '水泵', data_type: 'boolean' }] })
  await edit('pump', { access: 'rw', was: { access: 'r' } })
  expect(await point('pump')).toMatchObject({ access: 'rw', template: null })
  expect(await admin('GET', '/dev/points', { sn_code })).toMatchObject({ template_id })
  const { meta, data } = await call('admin', 'PUT', '/dev/points', { sn_code, key: 'level', access: 'rw' })
  expect([meta.code, data.fields[0].field]).toEqual(['100006', 'access'])
  expect(await point('level')).toMatchObject({ access: 'r' })
})

test('limits that leave no value are refused at their field', async () => {
  const { sn_code, point } = await makeBound()
  const { meta, data } = await call('admin', 'PUT', '/dev/points', { sn_code, key: 'valve', write_min: 100 })
  expect([meta.code, data.fields[0].field]).toEqual(['100006', 'write_max'])
  expect(await point('valve')).toMatchObject({ write_min: 0, own_fields: [] })
})

test('a hidden point is in no list, is recorded and evaluated all the same, and can be shown again', async () => {
  const { sn_code, edit, keys, detail, load, past, point } = await makeBound()
  await edit('level', { is_hidden: true })
  expect(await keys()).toEqual(['valve'])
  expect((await detail()).hidden_points).toMatchObject([{ key: 'level', name: '液位' }])
  expect(await point('level')).toMatchObject({ is_hidden: true, own_fields: [] })
  expect((await admin('GET', '/find', { search: `${sn_code} 液位` })).points).toEqual([])
  await load('level', [1, 2], Date.now() - 60_000)
  expect(await past('level')).toHaveLength(2)
  await edit('level', { is_hidden: false })
  expect(await keys()).toEqual(['level', 'valve'])
})

test('a removed point is gone with its alarms, stays away when its template changes, and comes back with its history', async () => {
  const { sn_code, edit, keys, detail, load, past, point, saveTemplate } = await makeBound({ alarm_rules: [RULE] })
  await load('level', [1, 2], Date.now() - 60_000)
  await edit('level', { name: '东侧液位' })
  await edit('level', { is_removed: true })
  expect(await keys()).toEqual(['valve'])
  expect(await detail()).toMatchObject({ offered: [], hidden_points: [] })
  expect(await point('level')).toMatchObject({ is_removed: true, own_fields: ['name'] })
  const gone = await call('admin', 'GET', '/yun/dev/his/data', { sn_code, keys: ['level'], start: 0, end: Date.now() })
  expect(gone.data.fields[0].field).toBe('keys')
  await saveTemplate(POINTS.map((one) => (one.key === 'level' ? { ...one, unit: 'mm' } : one)))
  expect(await keys()).toEqual(['valve'])
  const retyped = POINTS.map((one) => (one.key === 'level' ? { ...one, data_type: 'string' } : one))
  const { template_id } = server.fleet.get(sn_code) ?? {}
  const refused = await call('admin', 'PUT', '/yun/module', { template_id, points: retyped })
  expect(refused.data.fields[0].field).toBe('points.0.data_type')
  await edit('level', { is_removed: false })
  expect(await keys()).toEqual(['level', 'valve'])
  expect(await point('level')).toMatchObject({ name: '东侧液位', unit: 'mm', is_removed: false })
  expect(await past('level')).toHaveLength(2)
})

test('a removed point is not offered again, and keeps the type of its history when it is added', async () => {
  const sn_code = 'OWNPLONE'
  await admin('POST', '/dev', { sn_code, dev_alias: sn_code, password: 'secret1', group_id })
  const flow = { key: 'flow', name: 'Flow', data_type: 'number' }
  await admin('POST', '/dev/points', { sn_code, points: [flow] })
  const removed = await admin('PUT', '/dev/points', { sn_code, key: 'flow', is_removed: true })
  expect(removed.points).toMatchObject([{ key: 'flow', is_removed: true, template: null }])
  expect(await admin('GET', '/dev/basic', { sn_code })).toMatchObject({ points: [], offered: [] })
  const add = (data_type: string) => call('admin', 'POST', '/dev/points', { sn_code, points: [{ ...flow, data_type }] })
  expect((await add('string')).data.fields[0].field).toBe('points.0.data_type')
  expect((await add('number')).data.points).toMatchObject([{ key: 'flow' }])
})

test('whoever may not edit alarm rules removes no point of an enabled rule', async () => {
  const { sn_code, point } = await makeBound({ alarm_rules: [RULE] })
  const { role_id } = await makeRole(server, {
    permissions: ['P00000', 'P30000', 'P30200'],
    device_rights: [{ group_id, may_write: true }],
  })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  await admin('POST', '/dev/points', { sn_code, points: [{ key: 'flow', name: '流量', data_type: 'number' }] })
  await admin('PUT', '/yun/alarmRules', { sn_code, rules: [{ ...RULE, key: 'flow' }] })
  const remove = (key: string) => call(user_name, 'PUT', '/dev/points', { sn_code, key, is_removed: true })
  expect((await remove('flow')).data.fields[0]).toMatchObject({ field: 'is_removed' })
  expect((await remove('level')).data.fields[0]).toMatchObject({ field: 'is_removed' })
  expect((await remove('valve')).meta.code).toBe('100001')
  expect(await point('level')).toMatchObject({ is_removed: false })
})

test('points of a device are changed by those alone who may change the device', async () => {
  const { sn_code } = await makeBound()
  const edit = (by: string) => call(by, 'PUT', '/dev/points', { sn_code, key: 'level', name: 'mine' })
  expect((await edit('operator')).meta.code).toBe('100015')
  expect((await edit('rival')).meta.code).toBe('110509')
  const { role_id } = await makeRole(server, {
    permissions: ['P00000', 'P30000', 'P30200'],
    device_rights: [{ group_id, may_write: false }],
  })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  expect((await edit(user_name)).meta.code).toBe('110539')
  expect((await call(user_name, 'GET', '/dev/points', { sn_code })).meta.code).toBe('110539')
})

test('what somebody else changed since is refused at its field, and each change is written down with what was before', async () => {
  const { sn_code, edit } = await makeBound()
  await edit('level', { name: '东侧液位' })
  const late = await call('admin', 'PUT', '/dev/points', { sn_code, key: 'level', name: 'late', was: { name: '液位' } })
  expect([late.meta.code, late.data.fields[0].field]).toEqual(['100027', 'name'])
  const [line] = await auditOf(server, { action: 'device-points' })
  expect(line?.detail).toMatchObject({
    points: { before: [{ key: 'level', name: '液位' }], after: [{ key: 'level', name: '东侧液位' }] },
  })
})

test('points that are added to a device over its template’s are its own from then on', async () => {
  const { sn_code, point, saveTemplate } = await makeBound()
  await admin('POST', '/dev/points', { sn_code, points: [{ ...POINTS[0], name: '东侧液位' }] })
  expect(await point('level')).toMatchObject({ name: '东侧液位', own_fields: ['name'] })
  await saveTemplate(POINTS.map((one) => ({ ...one, name: `${one.name} 2` })))
  expect(await point('level')).toMatchObject({ name: '东侧液位' })
})

test('a point of a virtual device is not changed past its formula', async () => {
  const { sn_code: source } = await makeBound()
  const points = [{ key: 'twice', name: 'Twice', data_type: 'number', formula: `${source}.level * 2` }]
  const virtual = await admin('POST', '/yun/dev/fictitious', { dev_alias: '虚拟水箱', group_id, points })
  const { meta, data } = await call('admin', 'PUT', '/dev/points', {
    sn_code: virtual.sn_code,
    key: 'twice',
    unit: 'm',
  })
  expect([meta.code, data.fields[0].field]).toEqual(['100006', 'sn_code'])
})
