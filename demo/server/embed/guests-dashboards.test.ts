import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { guestActionsOf } from '../../../core/contract/guest-calls.ts'
import type { ServerFrame } from '../../../core/contract/realtime.ts'
import { dashboardCalls } from '../../../tests/server/dashboards.ts'
import { png } from '../../../tests/server/files.ts'
import { makeAlarm, makeKey, PORTAL, signed } from '../../../tests/server/guests.ts'
import { control, documentOf, makeResource } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { allCalls } from '../http/openapi.ts'
import { openBudgets } from '../limits/rates.ts'
import { openPlaces } from '../realtime/places.ts'
import { openRealtime, type RealtimeHub } from '../realtime/realtime.ts'
import { callerOfAny } from './guests.ts'

const DEVICE = 'TS0001'
let server: TestServer
let hub: RealtimeHub
let dashboards: ReturnType<typeof dashboardCalls>
let key: Awaited<ReturnType<typeof makeKey>>
let dashboard_id = 0
let resource_id = 0
const sockets: WebSocket[] = []
beforeAll(async () => {
  server = await openTestServer()
  dashboards = dashboardCalls(server)
  key = await makeKey(server, 'admin')
  resource_id = await makeResource(server, { bytes: png(8) })
  dashboard_id = (await dashboards.made({ document: bound('temperature') })).dashboard_id
  await makeAlarm(server, DEVICE)
  const { fleet, sessions, guests } = server
  hub = openRealtime({
    places: openPlaces(),
    budgets: openBudgets(1),
    fleet,
    count: { sockets() {}, refused() {}, frames() {} },
    callerOf: callerOfAny(sessions, guests),
    onRevoked: sessions.onRevoked,
    onKeyChanged: guests.onChanged,
    report: (error) => server.defects.push(error),
  })
  hub.attach(server.app.server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await hub.close()
  await server.close()
})

const bound = (...keys: readonly string[]) =>
  documentOf(
    keys.map((name, i) =>
      control(`c${i}`, {
        bindings: { value: { expression: `${DEVICE}.${name}` } },
        props: { src: `gallery/${resource_id}` },
      }),
    ),
  )
const guest = (resources: object = { dashboards: [dashboard_id] }, more: object = {}) =>
  signed(key.embed_key, { resources, ...more })
const as = (token: string, method: string, path: string, input: object = {}) =>
  server.call(null, method, path, input, { 'x-token': token, origin: PORTAL })
const codeOf = async (token: string, method: string, path: string, input: object) =>
  (await as(token, method, path, input)).meta.code
const show = (token: string, id = dashboard_id) => as(token, 'GET', '/yun/dashboard/show', { dashboard_id: id })
const report = (values: Readonly<Record<string, number>>) => {
  const device = server.fleet.get(DEVICE)
  if (!device) throw new Error('no device')
  const reported = Object.entries(values).map(([name, value]) => {
    const point = device.points.get(name)
    if (!point) throw new Error(`no point ${name}`)
    return { point, value, quality: 'good' as const }
  })
  return server.fleet.apply(device, [{ data_time: Date.now(), values: reported }], Date.now())
}

async function listening(token: string, channels: readonly string[]) {
  const { port } = server.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/v2/ws/web/rtd`, { origin: PORTAL })
  sockets.push(socket)
  const frames: ServerFrame[] = []
  socket.on('message', (bytes) => frames.push(...[JSON.parse(String(bytes))].flat()))
  await once(socket, 'open')
  socket.send(JSON.stringify({ type: 'auth', token }))
  await vi.waitFor(() => expect(frames).toMatchObject([{ type: 'ready' }]))
  socket.send(JSON.stringify({ type: 'subscribe', channels, rate: 20 }))
  return frames
}

test('a guest whose token names a dashboard sees it as it was saved last, without the people behind it', async () => {
  const { data } = await show(guest())
  expect(data).toMatchObject({
    dashboard: { dashboard_id, may_edit: false, may_grant: false, changed_by: '', user_name: '' },
    asks: { write: true, acknowledge: true },
    items: [],
  })
  expect(data.document.controls).toHaveLength(1)
  expect((await show(guest({ all: true }))).meta.code).toBe('118001')
  expect((await show(guest({ devices: [DEVICE] }))).meta.code).toBe('118001')
  expect((await show(guest({ dashboards: [dashboard_id + 1000] }))).meta.code).toBe('118001')
  expect(await codeOf(guest(), 'GET', '/yun/dashboard', {})).toBe('100015')
})

test('a guest of a dashboard reads the points that it binds, and nothing else of their device', async () => {
  const token = guest()
  const { data } = await as(token, 'GET', '/dev/basic', { sn_code: DEVICE })
  expect(data.points.map(({ key: name }: { key: string }) => name)).toEqual(['temperature'])
  expect(data).toMatchObject({
    sn_code: DEVICE,
    may_write: false,
    group_id: null,
    template_id: null,
    has_alarms: false,
  })
  const range = { start: Date.now() - 1000, end: Date.now() }
  const curve = (name: string) =>
    codeOf(token, 'GET', '/hDevData/single', { sn_code: DEVICE, key: name, ...range, width: 60 })
  const points = ['temperature', 'setpoint'].map((name) => ({ sn_code: DEVICE, key: name }))
  const replay = await as(token, 'POST', '/yun/view/replay', { points, ...range })
  expect(replay.data.map(({ key: name }: { key: string }) => name)).toEqual(['temperature'])
  expect(await curve('setpoint')).not.toBe('100001')
  expect(await codeOf(token, 'GET', '/yun/resourcesInfo/content', { resource_id })).toBe('100001')
})

test('every other call that is open to guests finds no device that a dashboard alone binds', async () => {
  const token = guest()
  const reading = ['device.detail', 'history.curve', 'screen.replay', 'dashboard.show']
  const calls = allCalls().filter(({ domain, name }) => {
    return guestActionsOf(domain, name).length > 0 && !reading.includes(`${domain}.${name}`)
  })
  expect(calls.length).toBeGreaterThan(20)
  for (const { domain, name, endpoint } of calls) {
    const input = { sn_code: DEVICE, key: 'temperature', keys: ['temperature'], start: 0, end: 1, value: 1, width: 60 }
    const { shape } = endpoint.input as unknown as { shape: object }
    const asked = Object.fromEntries(Object.entries(input).filter(([field]) => Object.hasOwn(shape, field)))
    const { data } = await as(token, endpoint.method, endpoint.path, asked)
    expect(JSON.stringify(data ?? {}), `${domain}.${name}`).not.toContain(`"${DEVICE}"`)
  }
})

test('a guest of a dashboard hears of its points on the socket, and of no others until it is saved with them', async () => {
  await report({ temperature: 20, setpoint: 5 })
  const { dashboard_id: id } = await dashboards.made({ document: bound('temperature') })
  const frames = await listening(guest({ dashboards: [id] }), [`device/${DEVICE}`, 'device/GB0001'])
  await vi.waitFor(() => expect(JSON.stringify(frames)).toContain('"temperature":[20'))
  await vi.waitFor(() =>
    expect(frames.flatMap((frame) => (frame.type === 'refused' ? frame.channel : []))).toEqual(['device/GB0001']),
  )
  await report({ temperature: 21, setpoint: 6 })
  await vi.waitFor(() => expect(JSON.stringify(frames)).toContain('"temperature":[21'))
  expect(JSON.stringify(frames)).not.toContain('setpoint')
})

test('a guest sees a device that the token names itself whole, also where a dashboard binds one point of it', async () => {
  const token = guest({ devices: [DEVICE], dashboards: [dashboard_id] })
  const { data } = await as(token, 'GET', '/dev/basic', { sn_code: DEVICE })
  expect(data.points.length).toBeGreaterThan(1)
  const frames = await listening(token, [`device/${DEVICE}`])
  await report({ setpoint: 7 })
  await vi.waitFor(() => expect(JSON.stringify(frames)).toContain('"setpoint":[7'))
})

test('a key opens the dashboards that it names, and one of another organisation none', async () => {
  const other = await dashboards.made({ document: bound('setpoint') })
  const narrow = await makeKey(server, 'admin', { resources: { dashboards: [dashboard_id] } })
  const both = signed(narrow.embed_key, { resources: { all: true, dashboards: [dashboard_id, other.dashboard_id] } })
  expect((await show(both)).meta.code).toBe('100001')
  expect((await show(both, other.dashboard_id)).meta.code).toBe('118001')
  // No device either, though the token names all.
  expect((await as(both, 'GET', '/dev')).data.total).toBe(0)
  const rivals = await makeKey(server, 'rival')
  expect((await show(signed(rivals.embed_key, { resources: { dashboards: [dashboard_id] } }))).meta.code).toBe('118001')
  const wrong = { name: 'x', origins: [PORTAL], actions: ['read'], resources: { dashboards: [dashboard_id] } }
  expect(await server.call('rival', 'POST', '/yun/embed/key', wrong)).toMatchObject({
    meta: { success: 0 },
    data: { fields: expect.anything() },
  })
})

test('a token that may not read sees no dashboard', async () => {
  const token = guest({ dashboards: [dashboard_id] }, { actions: ['confirm'] })
  expect((await show(token)).meta.code).toBe('100015')
  expect(await codeOf(token, 'GET', '/dev/basic', { sn_code: DEVICE })).toBe('100015')
})

test('a token opens dashboards of 20,000 points together, and those beyond them are not there', async () => {
  const large = (first: number) => {
    const points = Array.from({ length: 12_000 }, (_, n) => ({ point: `${DEVICE}.k${first + n}` }))
    return documentOf([control('c', { props: { points } })])
  }
  const ids: number[] = []
  for (const first of [0, 20_000]) ids.push((await dashboards.made({ document: large(first) })).dashboard_id)
  const token = guest({ dashboards: ids })
  expect((await show(token, ids[0])).meta.code).toBe('100001')
  expect((await show(token, ids[1])).meta.code).toBe('118001')
  expect((await show(guest({ dashboards: [ids[1]] }), ids[1])).meta.code).toBe('100001')
})
