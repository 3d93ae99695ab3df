import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DevicePlace } from '../../../core/contract/device.ts'
import { auditOf, makeRole, makeUser } from '../../../tests/server/people.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import type { LivePoint } from '../fleet/fleet.ts'

const sn_code = 'TS0001'
let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
  const points = ['lat', 'lng', 'speed', 'heading'].map((key) => ({ key, name: key, data_type: 'number' }))
  await server.call('admin', 'POST', '/dev/points', { sn_code, points })
})
afterAll(() => server.close())

const report = (values: Record<string, number>, time = Date.now()) => {
  const device = server.fleet.get(sn_code)
  if (!device) throw new Error('there is no such device')
  const readings = Object.entries(values).map(([key, value]) => ({
    point: device.points.get(key) as LivePoint,
    value,
    quality: 'good' as const,
  }))
  server.fleet.apply(device, [{ data_time: time, values: readings }], time)
}
const onMap = async (by: string, query: object = {}): Promise<DevicePlace[]> =>
  (await server.call(by, 'GET', '/dev/map', query)).data.rows
const placeOf = async (by = 'admin', sn = sn_code) => (await onMap(by)).find((row) => row.sn_code === sn)
const edit = (by: string, input: object) => server.call(by, 'PUT', '/dev/basic', { sn_code, ...input })

test('a device that is nowhere is on the map without a position, and one that was placed is where it was placed', async () => {
  expect(await placeOf()).toMatchObject({ lat: null, lng: null, place_time: null, may_edit: true })
  expect((await edit('admin', { lat: 31.2304, lng: 121.4737, was: { lat: null, lng: null } })).meta.code).toBe('100001')
  expect(await placeOf()).toMatchObject({ lat: 31.2304, lng: 121.4737, place_time: null })
  expect((await onMap('admin'))[0]?.sn_code).toBe(sn_code)
  const [entry] = await auditOf(server, { action: 'device-edit' })
  expect(entry).toMatchObject({ detail: { lat: { before: null, after: 31.2304 } } })
})

test('a placing that somebody else made meanwhile is not overwritten, and half a place is refused', async () => {
  const late = await edit('admin', { lat: 30, lng: 120, was: { lat: null, lng: null } })
  expect(late.meta.code).toBe('100027')
  for (const half of [{ lat: 30 }, { lat: 30, lng: null }, { lat: 91, lng: 0 }, { lat: 0, lng: 181 }])
    expect((await edit('admin', half)).meta.code).toBe('100006')
  expect(await placeOf()).toMatchObject({ lat: 31.2304, lng: 121.4737 })
})

test('where a device says that it is counts before where it was placed, with its speed, heading and time', async () => {
  const time = Date.now()
  report({ lat: 30.5, lng: 120.5, speed: 60, heading: 90 }, time)
  expect(await placeOf()).toMatchObject({ lat: 30.5, lng: 120.5, speed: 60, heading: 90, place_time: time })
  report({ lat: 0, lng: 0 }, time + 1)
  expect(await placeOf()).toMatchObject({ lat: 31.2304, lng: 121.4737, place_time: null, speed: null })
})

test('the map has the devices alone that its caller sees, by state and text, and needs the right to maps', async () => {
  expect(await placeOf('rival')).toBeUndefined()
  expect(await onMap('rival', { search: 'TS0001' })).toEqual([])
  expect((await onMap('admin', { search: 'ts0001' })).map((row) => row.sn_code)).toEqual([sn_code])
  const all = await onMap('admin')
  const offline = await onMap('admin', { dev_state: [2] })
  expect(offline.map((row) => row.sn_code)).toEqual(
    all.filter(({ dev_state }) => dev_state === 2).map((row) => row.sn_code),
  )
  const { role_id } = await makeRole(server, { permissions: ['P00000', 'P10000', 'P30000'] })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  expect((await server.call(user_name, 'GET', '/dev/map')).meta.code).toBe('100015')
})

test('the position of a device that is placed is taken away again', async () => {
  await edit('admin', { lat: null, lng: null })
  expect(await placeOf()).toMatchObject({ lat: null, lng: null })
})
