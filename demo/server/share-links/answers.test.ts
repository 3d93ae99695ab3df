import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { ServerFrame } from '../../../core/contract/realtime.ts'
import { png } from '../../../tests/server/files.ts'
import { openGate } from '../../../tests/server/gate.ts'
import { auditOf, demoIds, makeRole, makeUser } from '../../../tests/server/people.ts'
import {
  control,
  documentOf,
  makeResource,
  makeScreen,
  publish,
  templateOf,
  uniqueName,
} from '../../../tests/server/screens.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { callerOfAny, eitherOf } from '../embed/guests.ts'
import { NOBODY } from '../http/caller.ts'
import { openBudgets } from '../limits/rates.ts'
import { openPlaces } from '../realtime/places.ts'
import { CLOSE, openRealtime, type RealtimeHub } from '../realtime/realtime.ts'
import { linkOpening } from './share-token.ts'

const LINKS = '/yun/components/share'
const OPEN = '/yun/shared/module'
/** Revoking, and what is published anew, is heard of by then. */
let server: TestServer
let hub: RealtimeHub
let aheadMs = 0
const now = () => Date.now() + aheadMs
const sockets: WebSocket[] = []
let screen_id = 0
let resource_id = 0
beforeAll(async () => {
  server = await openTestServer({}, now)
  const { fleet, sessions, guests, shares } = server
  const count = { sockets() {}, refused() {}, frames() {} }
  hub = openRealtime({
    places: openPlaces(),
    budgets: openBudgets(1),
    fleet,
    count,
    callerOf: callerOfAny(sessions, guests, shares),
    onRevoked: sessions.onRevoked,
    onKeyChanged: eitherOf(guests.onChanged, shares.onChanged),
    report: (error) => server.defects.push(error),
  })
  hub.attach(server.app.server)
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  resource_id = await makeResource(server, { bytes: png() })
  const controls = [
    control('a', { bindings: { value: { expression: 'temperature * 2' } } }),
    control('b', { bindings: { value: { expression: 'GB0001.level' } }, props: { src: `gallery/${resource_id}` } }),
  ]
  screen_id = await makeScreen(server, documentOf(controls))
  await publish(server)
})
afterEach(() => {
  aheadMs = 0
  for (const socket of sockets.splice(0)) socket.terminate()
})
afterAll(async () => {
  await hub.close()
  await server.close()
})

const call = (method: string, path: string, input: object = {}, user: string | null = 'admin') =>
  server.call(user, method, path, input)
const linked = async (overrides: object = {}, user = 'admin') => {
  const input = { screen_id, sn_code: 'TS0001', name: uniqueName('链接'), ...overrides }
  const { data } = await call('POST', LINKS, input, user)
  return data as { link: { link_id: number; name: string }; share: string }
}
let addresses = 0
const open = (share: string, more: object = {}, remoteAddress = `10.1.${addresses >> 8}.${addresses++ & 255}`) =>
  server.app.inject({
    method: 'POST',
    url: OPEN,
    payload: { share, ...more },
    remoteAddress,
    headers: { 'user-agent': 'Viewer' },
  })
const opened = async (share: string, more: object = {}) => {
  const { meta, data } = (await open(share, more)).json()
  if (meta.success !== 1) throw new Error(`not opened: ${meta.code}`)
  return data
}
const codeOf = async (share: string, more: object = {}, address?: string) =>
  (await open(share, more, address)).json().meta.code
const as = (token: string, method: string, path: string, input: object = {}) =>
  server.call(null, method, path, input, { 'x-token': token })
const report = (key: string, value: number) => {
  const device = server.fleet.get('TS0001')
  const point = device?.points.get(key)
  if (!device || !point) throw new Error(`no point ${key}`)
  return server.fleet.apply(
    device,
    [{ data_time: Date.now(), values: [{ point, value, quality: 'good' }] }],
    Date.now(),
  )
}

describe('a link', () => {
  test('a share link opens one screen with what it shows, and nothing else', async () => {
    const { link, share } = await linked()
    expect(link).toMatchObject({ screen_id, sn_code: 'TS0001', views: 0, has_password: false, is_revoked: false })
    expect(share).toMatch(/^[\w-]{43}$/)
    const before = Date.now()
    const { shown, devices, sn_code, timezone, expires_time } = await opened(share)
    expect(sn_code).toBe('TS0001')
    expect(timezone).toBe('Asia/Shanghai')
    expect(shown).toMatchObject({ screens: [], items: [], screen: { screen_id, changed_by: '' } })
    expect(shown.document.controls).toHaveLength(2)
    // The other tenant's device is not there for who made the screen.
    expect(devices.map((device: { sn_code: string }) => device.sn_code)).toEqual(['TS0001'])
    expect(devices[0].points.map(({ key }: { key: string }) => key)).toEqual(['temperature'])
    expect(Object.keys(devices[0]).sort()).toEqual(['dev_alias', 'dev_state', 'points', 'report_interval_s', 'sn_code'])
    expect(expires_time - before).toBeGreaterThanOrEqual(599_000)
  })

  test('a share link is stored as a digest alone, and shown once', async () => {
    const { share, link } = await linked({ password: 'abcd' })
    const rows = await server.db.system((q) =>
      q.selectFrom('share_link').selectAll().where('link_id', '=', link.link_id).execute(),
    )
    expect(JSON.stringify(rows)).not.toContain(share)
    expect(rows[0]?.password_hash).toMatch(/^\$argon2id\$/)
    const { data } = await call('GET', LINKS, { page_size: 100 })
    expect(JSON.stringify(data)).not.toMatch(new RegExp(`${share}|argon2|token_hash`))
  })

  test('a share link that does not exist is refused like one that is over, revoked or hidden', async () => {
    const over = await linked({ expires_time: now() + 60_000 })
    const revoked = await linked()
    await call('DELETE', LINKS, { link_id: revoked.link.link_id })
    aheadMs = 61_000
    const replies = await Promise.all(['A'.repeat(43), '', 'x', over.share, revoked.share].map((share) => open(share)))
    for (const reply of replies) expect(reply.body).toBe(replies[0]?.body)
    expect(replies[0]?.json().meta.code).toBe('118301')
    aheadMs = 0
    const { share } = await linked()
    await publish(server, templateOf(server), false)
    expect(await codeOf(share)).toBe('118301')
    await publish(server)
    expect(await codeOf(share)).toBe('100001')
  })

  test('a share link asks for its password, and slows who guesses it', async () => {
    const { share } = await linked({ password: '口令abcd' })
    expect(await codeOf(share)).toBe('118302')
    expect(await codeOf(share, { password: 'wrong' })).toBe('118302')
    expect(await codeOf(share, { password: '口令abcd' })).toBe('100001')
    const guesses = await Promise.all(
      Array.from({ length: 12 }, () => codeOf(share, { password: 'guess' }, '203.0.113.9')),
    )
    expect(guesses.filter((code) => code === '118302')).toHaveLength(10)
    expect(await codeOf(share, { password: '口令abcd' }, '203.0.113.9')).toBe('100019')
    expect(await codeOf(share, { password: '口令abcd' })).toBe('100001')
  })

  test('a share link counts its views, a continued one once, and has no more than its limit', async () => {
    const { share, link } = await linked({ views_most: 2 })
    const { token } = await opened(share)
    expect((await opened(share, { renew: token })).token).toMatch(/^visit~/)
    await opened(share)
    expect(await codeOf(share)).toBe('118303')
    expect(await codeOf(share, { renew: token })).toBe('100001')
    expect(await codeOf(share, { renew: `${token.slice(0, -2)}xx` })).toBe('118303')
    const elsewhere = (await opened((await linked()).share)).token
    expect(await codeOf(share, { renew: elsewhere })).toBe('118303')
    const { data } = await call('GET', `${LINKS}/views`, { link_id: link.link_id })
    expect(data).toHaveLength(2)
    expect(data[0]).toMatchObject({ agent: 'Viewer', address: expect.stringMatching(/^10\.1\./) })
  })

  test('a share link is not exceeded by views side by side', async () => {
    const { share } = await linked({ views_most: 3 })
    const codes = await Promise.all(Array.from({ length: 8 }, () => codeOf(share)))
    expect(codes.filter((code) => code === '100001')).toHaveLength(3)
  })

  test('two openings of a share link and three of an organisation read their screens at once, and others wait', async () => {
    const [first, second] = [await linked(), await linked()]
    const gate = openGate()
    const { db, fleet, shares } = server
    const reads: number[] = []
    const waiting = {
      ...db,
      tenant: async (tenant_id: number, work: never) => {
        reads.push(tenant_id)
        await gate.promise
        return db.tenant(tenant_id, work)
      },
    } as typeof db
    const opening = linkOpening({ db: waiting, fleet, shares, budgets: openBudgets(1), now })
    const openOf = ({ share }: { share: string }) =>
      opening.screen({ share }, { ...NOBODY, address: `10.2.0.${addresses++ & 255}` })
    const ofFirst = [1, 2, 3].map(() => openOf(first))
    await vi.waitFor(() => expect(reads).toHaveLength(2))
    const ofSecond = [1, 2].map(() => openOf(second))
    await vi.waitFor(() => expect(reads).toHaveLength(3))
    await linked()
    expect(reads).toHaveLength(3)
    gate.resolve()
    expect(await Promise.all([...ofFirst, ...ofSecond])).toHaveLength(5)
    expect(reads).toHaveLength(5)
  })

  test('what a share link opens takes the room of the organisation that shares it', async () => {
    const { share } = await linked()
    const { db, fleet, shares } = server
    const opening = linkOpening({ db, fleet, shares, budgets: openBudgets(1), now })
    const owners: number[] = []
    const showsOf = (tenant_id: number) => void owners.push(tenant_id)
    await opening.screen({ share }, { ...NOBODY, address: '10.3.0.1', showsOf })
    expect(owners).toEqual([server.fleet.get('TS0001')?.tenant_id])
  })

  test('a share link is of a published screen and of a device of its template', async () => {
    const create = async (input: object, user = 'admin') =>
      (await call('POST', LINKS, { screen_id, name: 'x', ...input }, user)).meta.code
    expect(await create({ sn_code: 'GB0001' })).toBe('110509')
    expect(await create({ screen_id: 999_999 })).toBe('115005')
    expect(await create({ expires_time: 1 })).toBe('100006')
    expect(await create({}, 'rival')).toBe('115005')
    const draft = await makeScreen(server, documentOf([]))
    expect(await create({ screen_id: draft })).toBe('115005')
  })

  test('a share link is listed and revoked by who made it, and by who administers; both are written down', async () => {
    const { link } = await linked({}, 'manager')
    const names = async (user: string) =>
      (await call('GET', LINKS, { page_size: 100 }, user)).data.rows.map(({ name }: { name: string }) => name)
    expect(await names('manager')).toEqual([link.name])
    expect(await names('admin')).toContain(link.name)
    expect(await names('rival')).not.toContain(link.name)
    const other = await linked()
    expect((await call('DELETE', LINKS, { link_id: other.link.link_id }, 'manager')).meta.code).toBe('118301')
    expect((await call('DELETE', LINKS, { link_id: link.link_id }, 'admin')).meta.success).toBe(1)
    const lines = (await auditOf(server)).filter(({ target }) => target === link.name)
    expect(lines.map(({ action, user_name }) => `${action} ${user_name}`)).toEqual([
      'share-revoke admin',
      'share-create manager',
    ])
  })

  test('a share link opens nothing that its maker may not look at any more', async () => {
    const { user_id, user_name } = await makeUser(server, {
      role_ids: [(await makeRole(server, { permissions: ['P00000', 'P24000', 'P82000'] })).role_id],
    })
    const { data } = await call('POST', '/yun/module', { module_name: uniqueName('共享'), module_type: 'nonstandard' })
    const { template_id } = data
    const its = await makeScreen(server, documentOf([]), { template_id })
    await publish(server, template_id)
    const share_with = (user_ids: number[]) => call('PUT', '/yun/module/share', { template_id, user_ids })
    await share_with([user_id])
    const { share } = await linked({ screen_id: its, sn_code: null }, user_name)
    expect(await codeOf(share)).toBe('100001')
    await share_with([])
    expect(await codeOf(share)).toBe('118301')
    await share_with([user_id])
    expect(await codeOf(share)).toBe('100001')
  })

  test('a share link ends with its maker', async () => {
    const user_id = (await demoIds(server)).user('manager')
    const { share } = await linked({}, 'manager')
    expect(await codeOf(share)).toBe('100001')
    const setActive = (isActive: number) => call('PUT', '/user/active', { user_ids: [user_id], isActive })
    await setActive(0)
    expect(await codeOf(share)).toBe('118301')
    await setActive(1)
  })
})

describe('a visitor', () => {
  test('a visitor may call nothing but what the screen needs', async () => {
    const { token } = await opened((await linked()).share)
    for (const [method, path] of [
      ['GET', '/dev'],
      ['GET', '/yun/user/heart'],
      ['GET', '/yun/resourcesInfo'],
      ['GET', '/yun/view'],
      ['POST', '/dev/controls'],
      ['GET', LINKS],
    ] as const)
      expect((await as(token, method, path, { sn_code: 'TS0001' })).meta.code, path).not.toBe('100001')
    const points = [
      { sn_code: 'TS0001', key: 'temperature' },
      { sn_code: 'TS0001', key: 'setpoint' },
      { sn_code: 'GB0001', key: 'level' },
    ]
    report('temperature', 21)
    const range = { start: Date.now() - 60_000, end: Date.now() + 1000 }
    const { data } = await as(token, 'POST', '/yun/view/replay', { points, ...range })
    expect(data.map(({ sn_code, key }: { sn_code: string; key: string }) => `${sn_code} ${key}`)).toEqual([
      'TS0001 temperature',
    ])
    const curve = (key: string) => as(token, 'GET', '/hDev', { sn_code: 'TS0001', key, ...range })
    expect((await curve('temperature')).meta.code).toBe('100001')
    expect((await curve('setpoint')).meta.code).toBe('100006')
  })

  test('a visitor is notified when the token expires, and goes on with a new one', async () => {
    const { share } = await linked({ password: 'abcd' })
    const { token } = await opened(share, { password: 'abcd' })
    const replay = (by: string) => as(by, 'POST', '/yun/view/replay', { points: [], start: 0, end: 1 })
    expect((await replay(token)).meta.code).toBe('100001')
    aheadMs = 10 * MINUTE_MS + 1
    expect((await replay(token)).data).toEqual({ fault: 'expired' })
    const renewed = await opened(share, { renew: token })
    expect((await replay(renewed.token)).meta.code).toBe('100001')
    aheadMs = 71 * MINUTE_MS
    expect(await codeOf(share, { renew: token })).toBe('118302')
  })

  test('a visitor has no use for a token that somebody made up', async () => {
    const { token } = await opened((await linked()).share)
    const [prefix, , mac] = token.split('~')
    const body = Buffer.from(JSON.stringify({ tenant_id: 2, link_id: 1, expires_time: 9e15 })).toString('base64url')
    for (const forged of [`${prefix}~${body}~${mac}`, 'visit~', 'visit~x~y', `${token}x`])
      expect((await as(forged, 'POST', '/yun/view/replay', { points: [], start: 0, end: 1 })).meta.code).toBe('100009')
  })
})

class Client {
  readonly frames: ServerFrame[] = []
  closeCode: number | null = null
  readonly socket: WebSocket
  constructor(path: string) {
    const { port } = server.app.server.address() as AddressInfo
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}`)
    this.socket.on('message', (bytes) => this.frames.push(...[JSON.parse(String(bytes))].flat()))
    this.socket.on('close', (code) => {
      this.closeCode = code
    })
    this.socket.on('error', () => {})
    sockets.push(this.socket)
  }
  say(frame: unknown) {
    this.socket.send(JSON.stringify(frame))
  }
  of<T extends ServerFrame['type']>(type: T) {
    return this.frames.filter((frame): frame is Extract<ServerFrame, { type: T }> => frame.type === type)
  }
  valuesIn(type: 'snapshot' | 'delta') {
    return this.frames.flatMap((frame) => ('values' in frame && frame.type === type ? [frame.values] : []))
  }
  async heard() {
    const before = this.of('pong').length
    this.say({ type: 'ping' })
    await vi.waitFor(() => expect(this.of('pong').length).toBeGreaterThan(before))
  }
}
async function visiting(share: string, path = '/sharedComponentsWs') {
  const client = new Client(path)
  await once(client.socket, 'open')
  client.say({ type: 'auth', share })
  await vi.waitFor(() => expect(client.of('ready').length > 0 || client.closeCode !== null).toBe(true))
  return client
}

describe("a visitor's socket", () => {
  test("a visitor's socket sends the values of what the screen binds, and of nothing else", async () => {
    report('temperature', 20)
    report('setpoint', 5)
    const { token } = await opened((await linked()).share)
    const client = await visiting(token)
    client.say({ type: 'subscribe', channels: ['device/TS0001', 'device/GB0001', 'alarms'], rate: 20 })
    await client.heard()
    await vi.waitFor(() => expect(client.valuesIn('snapshot')).toHaveLength(1))
    expect(Object.keys(client.valuesIn('snapshot')[0] ?? {})).toEqual(['temperature'])
    expect(client.of('refused').map(({ code, channel }) => `${code} ${channel}`)).toEqual([
      '110509 device/GB0001',
      '100015 alarms',
    ])
    report('setpoint', 6)
    report('temperature', 22)
    const device_id = server.fleet.get('TS0001')?.device_id as number
    server.fleet.emit('command', { sn_code: 'TS0001', device_id, id: 'c', status: 'sent' })
    await vi.waitFor(() => expect(client.valuesIn('delta')).toHaveLength(1))
    expect(client.valuesIn('delta')).toEqual([{ temperature: [22, 'good', expect.any(Number)] }])
    expect(JSON.stringify(client.frames)).not.toMatch(/setpoint|command/)
  })

  test("a visitor's socket goes dark when the link is revoked, and when the token is over", async () => {
    const { link, share } = await linked()
    const { token } = await opened(share)
    const client = await visiting(token)
    await call('DELETE', LINKS, { link_id: link.link_id })
    await vi.waitFor(() => expect(client.closeCode).toBe(CLOSE.unauthenticated))
    const other = await visiting((await opened((await linked()).share)).token)
    aheadMs = 11 * MINUTE_MS
    await vi.waitFor(() => expect(other.closeCode).toBe(CLOSE.unauthenticated))
  })

  test("a visitor's socket goes on with a renewed token of the same link, and not with one of another", async () => {
    const { share } = await linked()
    const { token } = await opened(share)
    const client = await visiting(token)
    client.say({ type: 'auth', share: (await opened(share, { renew: token })).token })
    await vi.waitFor(() => expect(client.of('ready')).toHaveLength(2))
    client.say({ type: 'auth', share: (await opened((await linked()).share)).token })
    await vi.waitFor(() => expect(client.closeCode).toBe(CLOSE.unauthenticated))
  })

  test("a visitor's socket accepts no session token, and other sockets no visitor token", async () => {
    const { token } = await opened((await linked()).share)
    const user = await server.tokenOf('admin')
    const wrong = [
      { path: '/sharedComponentsWs', frame: { type: 'auth', share: user } },
      { path: '/v2/ws/web/rtd', frame: { type: 'auth', token } },
    ]
    for (const { path, frame } of wrong) {
      const client = new Client(path)
      await once(client.socket, 'open')
      client.say(frame)
      await vi.waitFor(() => expect(client.closeCode).toBe(CLOSE.unauthenticated))
      expect(client.of('ready')).toEqual([])
    }
  })
})

test('none of these calls was a defect of the server', () => {
  expect(server.defects).toEqual([])
})
