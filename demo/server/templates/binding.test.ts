import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoIds, refusalOf } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import {
  DESIGNING,
  granted,
  makeDesigner,
  makeDevice,
  makeTemplate,
  POINTS,
} from '../../../tests/server/shown-screens.ts'

let server: TestServer
let ids: Awaited<ReturnType<typeof demoIds>>
beforeAll(async () => {
  server = await openTestServer()
  ids = await demoIds(server)
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await server.close()
})

const PATH = '/yun/module/binding'
const bind = (template_id: number | null, sn_codes: string[], by = 'admin') =>
  server.call(by, 'PUT', PATH, { template_id, sn_codes })
const bindings = async (filter: object = {}, by = 'admin') =>
  (await granted(server.call(by, 'GET', PATH, { page_size: 100, ...filter }))).rows
const pointsOf = async (sn_code: string) =>
  (await granted(server.call('admin', 'GET', '/dev/basic', { sn_code }))).points as Record<string, unknown>[]

test('a bound device has the points of its template, beside its own', async () => {
  const template_id = await makeTemplate(server, { points: POINTS })
  const sn_code = await makeDevice(server)
  const own = [
    { key: 'own', name: '自有', data_type: 'number' },
    // Of a type that the template does not mean: its history stays what it is.
    { key: 'valve', name: '自有阀', data_type: 'string' },
  ]
  await granted(server.call('admin', 'POST', '/dev/points', { sn_code, points: own }))
  expect(await granted(bind(template_id, [sn_code.toLowerCase()]))).toEqual([{ id: sn_code, code: null }])
  expect(server.fleet.get(sn_code)).toMatchObject({ template_id })
  const points = await pointsOf(sn_code)
  expect(points.find(({ key }) => key === 'flow')).toMatchObject({ name: '流量', unit: 'm³/h' })
  expect(points.find(({ key }) => key === 'own')).toMatchObject({ name: '自有' })
  expect(points.find(({ key }) => key === 'valve')).toMatchObject({ name: '自有阀', data_type: 'string' })
})

test('a device that is bound to none keeps what it has', async () => {
  const template_id = await makeTemplate(server, { points: POINTS })
  const sn_code = await makeDevice(server, { template_id })
  expect(await granted(bind(null, [sn_code]))).toEqual([{ id: sn_code, code: null }])
  expect(server.fleet.get(sn_code)).toMatchObject({ template_id: null })
  expect(await pointsOf(sn_code)).toHaveLength(2)
})

test('each of many devices is answered for: gateways of a VPN, unknown and foreign ones are refused', async () => {
  const template_id = await makeTemplate(server, { points: POINTS })
  const [good, gateway] = [await makeDevice(server), await makeDevice(server)]
  await server.db.system((q) => q.updateTable('device').set({ is_vpn: true }).where('sn_code', '=', gateway).execute())
  expect(await granted(bind(template_id, [good, gateway, 'RV0001', 'NONE']))).toEqual([
    { id: good, code: null },
    { id: gateway, code: '115007' },
    { id: 'RV0001', code: '110509' },
    { id: 'NONE', code: '110509' },
  ])
  expect(server.fleet.get(gateway)).toMatchObject({ template_id: null })
  expect(await granted(bind(null, [gateway]))).toEqual([{ id: gateway, code: null }])
  expect(await bindings({ search: gateway })).toMatchObject([{ is_vpn: true, may_bind: false }])
})

test('a device that would have more points than it may is left as it is', async () => {
  const points = Array.from({ length: 999 }, (_, i) => ({ key: `p${i}`, name: `点${i}`, data_type: 'number' }))
  const template_id = await makeTemplate(server, { points })
  const sn_code = await makeDevice(server)
  const own = ['x', 'y'].map((key) => ({ key, name: key, data_type: 'number' }))
  await granted(server.call('admin', 'POST', '/dev/points', { sn_code, points: own }))
  expect(await granted(bind(template_id, [sn_code]))).toEqual([{ id: sn_code, code: '100019' }])
  expect(await pointsOf(sn_code)).toHaveLength(2)
})

test('a nonstandard template, and one that the caller does not see, binds to nothing', async () => {
  const template_id = await makeTemplate(server, { module_type: 'nonstandard' })
  const sn_code = await makeDevice(server)
  expect(refusalOf(await bind(template_id, [sn_code]))).toBe('100006 template_id')
  const created = { sn_code: 'NOSTD', dev_alias: 'x', password: 'device-1', template_id }
  expect(refusalOf(await server.call('admin', 'POST', '/dev', created))).toBe('100006 template_id')
  const { user_name } = await makeDesigner(server)
  const hidden = await makeTemplate(server)
  for (const unseen of [hidden, 999_999]) expect((await bind(unseen, [sn_code], user_name)).meta.code).toBe('115005')
})

test('a user binds the devices that he may change, and sees those that he may see', async () => {
  const [water, power] = [ids.devices('水务'), ids.devices('动力车间')]
  const { user_name } = await makeDesigner(server, {
    device_rights: [
      { group_id: water, may_write: true },
      { group_id: power, may_write: false },
    ],
  })
  const template_id = await makeTemplate(server, { points: POINTS }, user_name)
  const [own, seen, hidden] = [
    await makeDevice(server, { group_id: water }),
    await makeDevice(server, { group_id: power }),
    await makeDevice(server),
  ]
  expect(await granted(bind(template_id, [own, seen, hidden], user_name))).toEqual([
    { id: own, code: null },
    { id: seen, code: '110539' },
    { id: hidden, code: '110509' },
  ])
  const its = (rows: { sn_code: string; may_bind: boolean; template_id: number | null }[]) =>
    rows
      .filter(({ sn_code }) => [own, seen, hidden].includes(sn_code))
      .map((row) => [row.sn_code, row.may_bind, row.template_id])
  expect(its(await bindings({}, user_name))).toEqual([
    [own, true, template_id],
    [seen, false, null],
  ])
  expect(its(await bindings({ template_id }, user_name)).map(([sn_code]) => sn_code)).toEqual([own])
  expect(its(await bindings({ is_bound: false }, user_name)).map(([sn_code]) => sn_code)).toEqual([seen])
  expect(its(await bindings({ group_id: power })).map(([sn_code]) => sn_code)).toEqual([seen])
  expect(DESIGNING).toContain('P42000')
})
