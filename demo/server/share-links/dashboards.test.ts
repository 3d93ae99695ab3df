import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { ServerFrame } from '../../../core/contract/realtime.ts'
import { dashboardCalls, WATCHING } from '../../../tests/server/dashboards.ts'
import { png } from '../../../tests/server/files.ts'
import { auditOf, makeRole, makeUser, roleInput } from '../../../tests/server/people.ts'
import { control, documentOf, makeResource, templateOf, uniqueName } from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { makeTemplate } from '../../../tests/server/shown-screens.ts'
import { callerOfAny, eitherOf } from '../embed/guests.ts'
import { openBudgets } from '../limits/rates.ts'
import { openPlaces } from '../realtime/places.ts'
import { CLOSE, openRealtime, type RealtimeHub } from '../realtime/realtime.ts'

const LINKS = '/yun/components/share'
const OPEN = '/yun/shared/dashboard'
const SHARING = [...WATCHING, 'P82000']
let server: TestServer
let hub: RealtimeHub
let dashboards: ReturnType<typeof dashboardCalls>
let aheadMs = 0
const sockets: WebSocket[] = []
beforeAll(async () => {
  server = await openTestServer({}, () => Date.now() + aheadMs)
  dashboards = dashboardCalls(server)
  const { fleet, sessions, guests, shares } = server
  hub = openRealtime({
    places: openPlaces(),
    budgets: openBudgets(1),
    fleet,
    count: { sockets() {}, refused() {}, frames() {} },
    callerOf: callerOfAny(sessions, guests, shares),
    onRevoked: sessions.onRevoked,
    onKeyChanged: eitherOf(guests.onChanged, shares.onChanged),
    report: (error) => server.defects.push(error),
  })
  hub.attach(server.app.server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => {
  aheadMs = 0
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(async () => {
  expect(server.defects).toEqual([])
  await hub.close()
  await server.close()
})

const bound = (...expressions: readonly string[]) =>
  documentOf(expressions.map((expression, i) => control(`c${i}`, { bindings: { value: { expression } } })))
const made = async (document: object = bound('TS0001.temperature', 'GB0001.level'), fields: object = {}) =>
  dashboards.made({ document, ...fields })
const create = (input: object, by = 'admin') => server.call(by, 'POST', LINKS, { name: uniqueName('链接'), ...input })
const linked = async (input: object, by = 'admin') => {
  const { meta, data } = await create(input, by)
  expect(meta.code).toBe('100001')
  return data as { link: { link_id: number }; share: string }
}
const open = (share: string, more: object = {}, path = OPEN) => server.call(null, 'POST', path, { share, ...more })
const codeOf = async (share: string, more: object = {}, path = OPEN) => (await open(share, more, path)).meta.code
const as = (token: string, method: string, path: string, input: object = {}) =>
  server.call(null, method, path, input, { 'x-token': token })
const groupOf = (sn_code: string) => server.fleet.get(sn_code)?.group_id ?? 0
const edit = (input: object, by = 'admin') => server.call(by, 'PUT', LINKS, input)
const report = (values: Readonly<Record<string, number>>) => {
  const device = server.fleet.get('TS0001')
  if (!device) throw new Error('no device')
  const reported = Object.entries(values).map(([key, value]) => {
    const point = device.points.get(key)
    if (!point) throw new Error(`no point ${key}`)
    return { point, value, quality: 'good' as const }
  })
  return server.fleet.apply(device, [{ data_time: Date.now(), values: reported }], Date.now())
}
/** Visitors hold what they may read for a second. */
const soon = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 10_000 })
const pointsOf = async (share: string): Promise<string[]> =>
  (await open(share)).data.devices.flatMap(({ sn_code, points }: { sn_code: string; points: { key: string }[] }) =>
    points.map(({ key }) => `${sn_code}.${key}`),
  )

async function visiting(token: string) {
  const { port } = server.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/sharedComponentsWs`)
  sockets.push(socket)
  const frames: ServerFrame[] = []
  const client = { frames, closeCode: 0, say: (frame: object) => socket.send(JSON.stringify(frame)) }
  socket.on('message', (bytes) => frames.push(...[JSON.parse(String(bytes))].flat()))
  socket.on('close', (code) => {
    client.closeCode = code
  })
  await once(socket, 'open')
  client.say({ type: 'auth', share: token })
  await vi.waitFor(() => expect(frames).toMatchObject([{ type: 'ready' }]))
  return client
}

/** A user who may share what TS0001 shows, by a role whose permissions can be changed. */
async function sharer(permissions: readonly string[] = SHARING) {
  const device_rights = [{ group_id: groupOf('TS0001'), may_write: false }]
  const { role_id, role_name } = await makeRole(server, { permissions, device_rights })
  const { user_name } = await makeUser(server, { role_ids: [role_id] })
  const setRole = async (held: readonly string[]) => {
    const input = { ...roleInput(role_name, { permissions: held, device_rights }), role_id }
    expect((await server.call('admin', 'PUT', '/yun/user/role/edit', input)).meta.code).toBe('100001')
  }
  return { user_name, setRole }
}

/** A device with a point `flow`, in a group of its own; gives the group. */
async function addDevice(sn_code: string): Promise<number> {
  const { data } = await server.call('admin', 'POST', '/yun/dev/group', { group_name: uniqueName('泵站') })
  const { group_id } = data
  await server.call('admin', 'POST', '/dev', { sn_code, password: `device-${sn_code}`, dev_alias: sn_code, group_id })
  const points = [{ key: 'flow', name: '流量', data_type: 'number', access: 'r' }]
  await server.call('admin', 'POST', '/dev/points', { sn_code, points })
  return group_id
}

describe('a link of a dashboard', () => {
  test('a link of a dashboard opens what was saved last, and no more of its devices than it binds', async () => {
    const { dashboard_id, dashboard_name } = await made()
    const { link, share } = await linked({ dashboard_id })
    expect(link).toMatchObject({ kind: 'dashboard', dashboard_id, screen_id: 0, screen_name: dashboard_name, views: 0 })
    const { data } = await open(share)
    expect(data.shown).toMatchObject({
      dashboard: { dashboard_id, dashboard_name, may_edit: false, may_grant: false, user_name: '', changed_by: '' },
      items: [],
      asks: { write: true, acknowledge: true },
    })
    expect(data.shown.document.controls).toHaveLength(2)
    // The device of the other organisation is not there.
    expect(await pointsOf(share)).toEqual(['TS0001.temperature'])
    expect(data.timezone).toBe('Asia/Shanghai')
    await server.call('admin', 'PUT', '/yun/dashboard/save', {
      dashboard_id,
      revision: 1,
      kind: 'autosave',
      document: bound('TS0001.setpoint'),
      editor_id: 'editor-0001',
    })
    expect(await pointsOf(share)).toEqual(['TS0001.temperature'])
    const save = { document: bound('TS0001.setpoint'), revision: 2 }
    expect((await dashboards.save(dashboard_id, save)).meta.code).toBe('100001')
    await soon(async () => expect(await pointsOf(share)).toEqual(['TS0001.setpoint']))
  })

  test('a link opens at the address of its own kind alone', async () => {
    const { share } = await linked({ dashboard_id: (await made()).dashboard_id })
    expect(await codeOf(share, {}, '/yun/shared/module')).toBe('118301')
    expect(await codeOf('A'.repeat(43))).toBe('118301')
    expect(await codeOf(share)).toBe('100001')
  })

  test('a link is made for one screen or one dashboard, and for no draft', async () => {
    const { dashboard_id } = await made()
    const refused = async (input: object) => (await create(input)).meta.code
    expect(await refused({})).toBe('100006')
    expect(await refused({ screen_id: 1, dashboard_id })).toBe('100006')
    expect(await refused({ dashboard_id: (await dashboards.made()).dashboard_id })).toBe('118001')
    expect((await create({ dashboard_id }, 'rival')).meta.code).toBe('118001')
  })

  test('a visitor of a dashboard gets the values of its points on the socket, and of no others', async () => {
    const { share } = await linked({ dashboard_id: (await made(bound('TS0001.temperature'))).dashboard_id })
    const { token } = (await open(share)).data
    const client = await visiting(token)
    client.say({ type: 'subscribe', channels: ['device/TS0001'], rate: 20 })
    await vi.waitFor(() =>
      expect(client.frames).toContainEqual(expect.objectContaining({ type: 'snapshot', channel: 'device/TS0001' })),
    )
    await report({ temperature: 21, setpoint: 40 })
    await vi.waitFor(() => expect(JSON.stringify(client.frames)).toContain('"temperature":[21'))
    const text = JSON.stringify(client.frames)
    expect(text).not.toContain('setpoint')
    client.say({ type: 'subscribe', channels: ['device/WW0001', 'alarms'], rate: 20 })
    await vi.waitFor(() => expect(client.frames.filter(({ type }) => type === 'refused')).toHaveLength(2))
  })

  test('a visitor of a dashboard calls nothing but for the past and the pictures of what is shown', async () => {
    const shown = await makeResource(server, { bytes: png(5) })
    const other = await makeResource(server, { bytes: png(6) })
    const inside = await makeResource(server, { bytes: png(7) })
    const group = { width: 9, height: 9, controls: [control('in', { props: { src: `gallery/${inside}` } })] }
    const bytes = Buffer.from(JSON.stringify(group))
    const grouped = await makeResource(server, { resource_type: 'group', name: 'g.json', bytes })
    const controls = [
      control('a', { bindings: { value: { expression: 'TS0001.temperature' } }, props: { src: `gallery/${shown}` } }),
      control('b', { kind: 'group', props: { symbol: `gallery/${grouped}` } }),
    ]
    const { dashboard_id } = await made(documentOf(controls))
    const { token } = (await open((await linked({ dashboard_id })).share)).data
    const content = async (resource_id: number) =>
      (await as(token, 'GET', '/yun/resourcesInfo/content', { resource_id })).meta.code
    expect([await content(shown), await content(grouped), await content(inside)]).toEqual(Array(3).fill('100001'))
    expect(await content(other)).toBe('100002')
    // What is drawn since is not shown yet.
    const draft = documentOf([control('a', { props: { src: `gallery/${other}` } })])
    await dashboards.save(dashboard_id, { document: draft, kind: 'autosave' })
    expect(await content(other)).toBe('100002')
    for (const [method, path] of [
      ['GET', '/yun/dashboard'],
      ['GET', '/yun/dashboard/show'],
      ['GET', '/dev'],
      ['GET', LINKS],
    ] as const)
      expect((await as(token, method, path, { dashboard_id })).meta.code).toBe('100015')
  })

  test('an equipment dashboard is shared for one device of its template', async () => {
    const template_id = await templateOf(server)
    const { dashboard_id } = await made(bound('temperature'), { template_id })
    const { share } = await linked({ dashboard_id, sn_code: 'ts0001' })
    expect((await open(share)).data.sn_code).toBe('TS0001')
    expect(await pointsOf(share)).toEqual(['TS0001.temperature'])
    const other = await made(bound('temperature'), { template_id: await makeTemplate(server) })
    expect((await create({ dashboard_id: other.dashboard_id, sn_code: 'TS0001' })).meta.code).toBe('110509')
  })
})

describe('who shares a dashboard', () => {
  test('a link of a dashboard is made by nobody who may watch alone, nor by who may share alone', async () => {
    const { dashboard_id } = await made()
    for (const [held, code] of [
      [WATCHING, '100015'],
      [['P00000', 'P82000'], '118001'],
      [['P00000', 'P100000', 'P82000'], '118001'],
      [SHARING, '100001'],
    ] as const)
      expect((await create({ dashboard_id }, (await sharer(held)).user_name)).meta.code).toBe(code)
  })

  test('a link of a dashboard opens nothing once its maker does not see it any more', async () => {
    const { dashboard_id } = await made(bound('TS0001.temperature'))
    const { user_name } = await sharer()
    const { share } = await linked({ dashboard_id }, user_name)
    const client = await visiting((await open(share)).data.token)
    await dashboards.grant(dashboard_id)
    await soon(async () => expect(await codeOf(share)).toBe('118301'))
    await soon(async () => expect(client.closeCode).toBe(CLOSE.unauthenticated))
    await dashboards.grant(dashboard_id, { visible_to: 'all' })
    await soon(async () => expect(await codeOf(share)).toBe('100001'))
    // A link shows nothing that its maker may not see.
    const hidden = await made(bound('WW0001.flow'))
    expect(await pointsOf((await linked({ dashboard_id: hidden.dashboard_id }, user_name)).share)).toEqual([])
  })

  test('a link of a dashboard opens nothing once its maker may not watch it any more', async () => {
    const { dashboard_id } = await made(bound('TS0001.temperature'))
    const { user_name, setRole } = await sharer()
    const { share } = await linked({ dashboard_id }, user_name)
    expect(await codeOf(share)).toBe('100001')
    await setRole(['P00000', 'P100000', 'P82000'])
    await soon(async () => expect(await codeOf(share)).toBe('118301'))
  })

  test('the links of a dashboard go with it', async () => {
    const { dashboard_id } = await made()
    const { share, link } = await linked({ dashboard_id })
    const client = await visiting((await open(share)).data.token)
    await server.call('admin', 'DELETE', '/yun/dashboard', { dashboard_id })
    expect(await codeOf(share)).toBe('118301')
    await soon(async () => expect(client.closeCode).toBe(CLOSE.unauthenticated))
    expect((await edit({ link_id: link.link_id, name: 'x' })).meta.code).toBe('118301')
  })

  test('a colleague who draws a dashboard adds nothing to its links but points of devices that he sees', async () => {
    const { dashboard_id } = await made(bound('TS0001.temperature'))
    const { share } = await linked({ dashboard_id })
    const group_id = await addDevice('PS0001')
    const { user_name } = await dashboards.makeHolder(['P00000', 'P20000', 'P21200'], {
      device_rights: [{ group_id, may_write: false }],
    })
    const document = bound('TS0001.temperature', 'TS0001.setpoint', 'PS0001.flow')
    expect((await dashboards.save(dashboard_id, { document }, user_name)).meta.code).toBe('100001')
    await soon(async () => expect(await pointsOf(share)).toEqual(['TS0001.temperature', 'PS0001.flow']))
    await dashboards.save(dashboard_id, { document, revision: 2 })
    await soon(async () =>
      expect(await pointsOf(share)).toEqual(['TS0001.temperature', 'TS0001.setpoint', 'PS0001.flow']),
    )
  })
})

/** Somebody who draws dashboards and sees the devices of TS0001 alone. */
const drawer = () =>
  dashboards.makeHolder(['P00000', 'P20000', 'P21200', 'P82000'], {
    device_rights: [{ group_id: groupOf('TS0001'), may_write: false }],
  })

test('links of what somebody brought from elsewhere, or copied, show no points of devices that he does not see', async () => {
  const { user_name } = await drawer()
  await addDevice('PS0002')
  const document = bound('TS0001.temperature', 'PS0002.flow')
  const brought = await dashboards.made({ document }, user_name)
  const mine = await linked({ dashboard_id: brought.dashboard_id })
  expect(await pointsOf(mine.share)).toEqual(['TS0001.temperature'])
  const { dashboard_id } = await made(document)
  const copy = { dashboard_id, dashboard_name: uniqueName('副本') }
  const { data: copied } = await server.call(user_name, 'POST', '/yun/dashboard/copy', copy)
  const { share } = await linked({ dashboard_id: copied.dashboard_id })
  expect(await pointsOf(share)).toEqual(['TS0001.temperature'])
  const whole = await server.call('admin', 'POST', '/yun/dashboard/copy', {
    ...copy,
    dashboard_name: uniqueName('副本'),
  })
  const all = await linked({ dashboard_id: whole.data.dashboard_id })
  expect(await pointsOf(all.share)).toEqual(['TS0001.temperature', 'PS0002.flow'])
})

test('whoever made a dashboard may end links of others to it, and change none of them', async () => {
  const { user_name } = await drawer()
  const { dashboard_id } = await dashboards.made({ document: bound('TS0001.temperature') }, user_name)
  const { link } = await linked({ dashboard_id })
  const { link_id } = link
  expect((await edit({ link_id, expires_time: null }, user_name)).meta.code).toBe('100015')
  const { data } = await server.call(user_name, 'GET', LINKS, { dashboard_id, page_size: 10 })
  expect(data.rows).toMatchObject([{ link_id, may_edit: false }])
  expect((await server.call(user_name, 'DELETE', LINKS, { link_id })).meta.code).toBe('100001')
})

test('a page that was being opened while the password was changed asks for the new one', async () => {
  const { dashboard_id } = await made()
  const { link, share } = await linked({ dashboard_id, password: 'old password' })
  const opening = Promise.all(Array.from({ length: 4 }, () => open(share, { password: 'old password' })))
  expect((await edit({ link_id: link.link_id, password: 'open sesame' })).meta.code).toBe('100001')
  for (const { meta, data } of await opening) {
    if (meta.code === '100001') expect(await codeOf(share, { renew: data.token })).toBe('118302')
    else expect(meta.code).toBe('118302')
  }
})

describe('the list of links', () => {
  test('links of a dashboard are listed beside those of screens, with their last view', async () => {
    const { dashboard_id, dashboard_name } = await made()
    const { link, share } = await linked({ dashboard_id })
    await open(share)
    const { data } = await server.call('admin', 'GET', LINKS, { dashboard_id, page_size: 10 })
    expect(data).toMatchObject({
      total: 1,
      rows: [{ ...link, views: 1, screen_name: dashboard_name, last_view_time: expect.any(Number) }],
    })
    const { user_name } = await makeUser(server)
    expect((await server.call(user_name, 'GET', LINKS, { dashboard_id })).meta.code).toBe('100015')
  })

  test('a link is renamed, limited and opened for longer', async () => {
    const { dashboard_id } = await made()
    const { link, share } = await linked({ dashboard_id, expires_time: Date.now() + 60_000 })
    const { link_id } = link
    const { data } = await edit({ link_id, name: '大屏', expires_time: null, views_most: 1 })
    expect(data).toMatchObject({ link_id, name: '大屏', expires_time: null, views_most: 1, has_password: false })
    expect((await edit({ link_id, expires_time: 1 })).meta.code).toBe('100006')
    expect((await edit({ link_id, name: 'x' }, 'rival')).meta.code).toBe('118301')
    expect([await codeOf(share), await codeOf(share)]).toEqual(['100001', '118303'])
    const [line] = await auditOf(server, { action: 'share-edit' })
    expect(line).toMatchObject({ detail: { views_most: { before: null, after: 1 } } })
    await server.call('admin', 'DELETE', LINKS, { link_id })
    expect((await edit({ link_id, name: 'x' })).meta.code).toBe('118301')
  })

  test('under a new password, a page that is open goes dark and asks for it', async () => {
    const { dashboard_id } = await made()
    const { link, share } = await linked({ dashboard_id })
    const { token } = (await open(share)).data
    const client = await visiting(token)
    aheadMs = 1000
    await edit({ link_id: link.link_id, password: 'open sesame' })
    await soon(async () => expect(client.closeCode).toBe(CLOSE.unauthenticated))
    expect(await codeOf(share, { renew: token })).toBe('118302')
    const again = (await open(share, { password: 'open sesame' })).data.token
    expect(await codeOf(share, { renew: again })).toBe('100001')
    const { data } = await edit({ link_id: link.link_id, password: null })
    expect(data.has_password).toBe(false)
    expect(await codeOf(share)).toBe('100001')
  })
})
