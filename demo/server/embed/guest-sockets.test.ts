import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { ServerFrame } from '../../../core/contract/realtime.ts'
import { makeKey, PORTAL, signed } from '../../../tests/server/guests.ts'
import { openTestServer, type TestServer } from '../../../tests/server/server.ts'
import { openBudgets } from '../limits/rates.ts'
import { openPlaces } from '../realtime/places.ts'
import { CLOSE, openRealtime, type RealtimeHub } from '../realtime/realtime.ts'
import { callerOfAny, openGuests } from './guests.ts'

const [OWN, OTHER] = ['TS0001', 'GB0001']
const CAME = { event: 'produced', isReleased: false, rule_id: 1, channels: [] } as const

let server: TestServer
let hub: RealtimeHub
let otherNode: RealtimeHub
let aheadMs = 0
const now = () => Date.now() + aheadMs
const clients: Client[] = []
/** Tokens that the hub looked up. */
const lookedUp: string[] = []
const count = { sockets: () => {}, refused: () => {}, frames: () => {} }

class Client {
  readonly frames: ServerFrame[] = []
  closeCode: number | null = null
  readonly socket: WebSocket
  constructor(origin: string | undefined, isOtherNode: boolean) {
    const { port } = server.app.server.address() as AddressInfo
    const path = isOtherNode ? '/other-node' : ''
    this.socket = new WebSocket(`ws://127.0.0.1:${port}${path}/v2/ws/web/rtd`, origin === undefined ? {} : { origin })
    this.socket.on('message', (bytes) => this.frames.push(...[JSON.parse(String(bytes))].flat()))
    this.socket.on('close', (code) => {
      this.closeCode = code
    })
    this.socket.on('error', () => {})
    clients.push(this)
  }
  say(frame: unknown) {
    this.socket.send(JSON.stringify(frame))
  }
  of<T extends ServerFrame['type']>(type: T) {
    return this.frames.filter((frame): frame is Extract<ServerFrame, { type: T }> => frame.type === type)
  }
  refusals() {
    return this.of('refused').map(({ code, channel }) => (channel === undefined ? code : `${code} ${channel}`))
  }
  snapshots() {
    return this.of('snapshot').map(({ channel }) => channel)
  }
  /** Resolves when everything that was said before has been answered. */
  async heard() {
    const before = this.of('pong').length
    this.say({ type: 'ping' })
    await vi.waitFor(() => expect(this.of('pong').length).toBeGreaterThan(before))
  }
}

async function opened(
  token: string,
  { origin = PORTAL, isOtherNode = false }: { origin?: string; isOtherNode?: boolean } = {},
) {
  const client = new Client(origin === '' ? undefined : origin, isOtherNode)
  await once(client.socket, 'open')
  client.say({ type: 'auth', token })
  return client
}
async function live(token: string, channels: string[], options = {}) {
  const client = await opened(token, options)
  await vi.waitFor(() => expect(client.of('ready')).toHaveLength(1))
  client.say({ type: 'subscribe', channels })
  await client.heard()
  return client
}
const ownOnly = { resources: { devices: [OWN] } }
const device = (sn_code: string) => {
  const found = server.fleet.get(sn_code)
  if (!found) throw new Error(`no device ${sn_code}`)
  return found
}

beforeAll(async () => {
  server = await openTestServer({}, now)
  await server.call('admin', 'POST', '/dev', { sn_code: OTHER, dev_alias: OTHER, password: 'secret1' })
  const { fleet, sessions, guests } = server
  const parts = {
    places: openPlaces(),
    budgets: openBudgets(1),
    fleet,
    count,
    report: (error: unknown) => server.defects.push(error),
    onRevoked: sessions.onRevoked,
  }
  const callerOf = callerOfAny(sessions, guests)
  hub = openRealtime({
    ...parts,
    callerOf: (token, origin) => {
      lookedUp.push(token)
      return callerOf(token, origin)
    },
    onKeyChanged: guests.onChanged,
  })
  const others = await openGuests(server.db, now)
  otherNode = openRealtime({ ...parts, callerOf: callerOfAny(sessions, others), onKeyChanged: others.onChanged })
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  // Two nodes on one port: the path decides which of them takes the socket.
  const listeners = (one: RealtimeHub) => {
    const taken: ((...args: unknown[]) => void)[] = []
    one.attach({ on: (_event: string, listener: never) => taken.push(listener) } as never)
    return (...args: unknown[]) => {
      for (const listener of taken) listener(...args)
    }
  }
  const [first, second] = [listeners(hub), listeners(otherNode)]
  server.app.server.on('upgrade', (request, socket, head) => {
    const isOther = request.url?.startsWith('/other-node')
    request.url = request.url?.replace('/other-node', '')
    ;(isOther ? second : first)(request, socket, head)
  })
})
afterEach(() => {
  aheadMs = 0
  for (const { socket } of clients.splice(0)) socket.terminate()
})
afterAll(async () => {
  await hub.close()
  await otherNode.close()
  await server.close()
})

describe('channels', () => {
  test('a guest receives its own device, and another device is refused like a missing one', async () => {
    const { embed_key } = await makeKey(server, 'admin')
    const guest = await live(signed(embed_key, ownOnly), [
      `device/${OWN}`,
      `device/${OTHER}`,
      'device/NONE',
      'device/RV0001',
    ])
    await vi.waitFor(() => expect(guest.snapshots()).toEqual([`device/${OWN}`]))
    guest.say({ type: 'resume', channel: `device/${OTHER}`, seq: device(OTHER).seq })
    await guest.heard()
    expect(guest.refusals()).toEqual([
      `110509 device/${OTHER}`,
      '110509 device/NONE',
      '110509 device/RV0001',
      `110509 device/${OTHER}`,
    ])
  })

  test('a guest receives alarms and write steps of its devices only', async () => {
    const { embed_key } = await makeKey(server, 'admin')
    const guest = await live(signed(embed_key, ownOnly), ['alarms', `device/${OWN}`])
    for (const sn_code of [OTHER, OWN]) {
      const { tenant_id, device_id, group_id } = device(sn_code)
      server.fleet.emit('alarm', {
        tenant_id,
        group_id,
        alarm: { alarm_id: '1', sn_code, confirm_userName: 'admin' } as never,
        ...CAME,
      })
      server.fleet.emit('command', { sn_code, device_id, id: '1', status: 'sent' })
    }
    await guest.heard()
    expect(guest.of('alarm').map(({ alarm }) => `${alarm.sn_code} ${alarm.confirm_userName}`)).toEqual([`${OWN} `])
    expect(guest.of('command').map(({ sn_code }) => sn_code)).toEqual([OWN])
  })

  test('a guest without the right to read receives nothing', async () => {
    const { embed_key } = await makeKey(server, 'admin')
    const guest = await live(signed(embed_key, { actions: ['write', 'confirm'] }), ['alarms', `device/${OWN}`])
    expect(guest.refusals()).toEqual(['100015 alarms', `100015 device/${OWN}`])
    expect(guest.snapshots()).toEqual([])
  })
})

describe('signing in', () => {
  test.each([
    ['another origin', '110004', 'https://evil.example'],
    ['an opaque origin', '110004', 'null'],
    ['no origin', '110004', ''],
  ])('a guest socket from %s is refused with %s', async (_what, code, origin) => {
    const { embed_key } = await makeKey(server, 'admin')
    const guest = await opened(signed(embed_key, {}), { origin })
    await vi.waitFor(() => expect(guest.closeCode).toBe(CLOSE.unauthenticated))
    expect(guest.refusals()).toEqual([code])
  })

  test('a forged, an expired or a 10 MB token closes the guest socket', async () => {
    const { embed_key } = await makeKey(server, 'admin')
    const old = Math.floor(Date.now() / 1000) - 700
    for (const token of [
      signed(embed_key, {}, { alg: 'none' }),
      signed(embed_key, { iat: old }),
      `${signed(embed_key, {})}x`,
    ]) {
      const guest = await opened(token)
      await vi.waitFor(() => expect(guest.closeCode).toBe(CLOSE.unauthenticated))
      expect(guest.refusals()).toEqual(['100009'])
    }
    const flood = await opened('x'.repeat(10 << 20))
    await vi.waitFor(() => expect(flood.closeCode).not.toBeNull())
    expect(flood.of('ready')).toEqual([])
  })
})

describe('the end of a token', () => {
  test('the end of a guest token is announced, and closes the socket', async () => {
    const { embed_key } = await makeKey(server, 'admin')
    const iat = Math.floor(Date.now() / 1000) - 550
    const guest = await live(signed(embed_key, { iat, ...ownOnly }), [`device/${OWN}`])
    aheadMs = 111_000
    await vi.waitFor(() => expect(guest.closeCode).toBe(CLOSE.unauthenticated))
    expect(guest.refusals()).toEqual(['100009'])
  })

  test('the end of a guest token is postponed by a fresh token, which keeps the channels', async () => {
    const { embed_key } = await makeKey(server, 'admin')
    const second = () => Math.floor(now() / 1000)
    const guest = await live(signed(embed_key, ownOnly), [`device/${OWN}`])
    aheadMs = 500_000
    const fresh = signed(embed_key, { iat: second(), ...ownOnly })
    guest.say({ type: 'auth', token: fresh })
    await vi.waitFor(() => expect(guest.of('ready')).toHaveLength(2))
    aheadMs = 700_000
    const before = lookedUp.length
    await vi.waitFor(() => expect(lookedUp.slice(before)).toContain(fresh))
    await guest.heard()
    expect(guest.closeCode).toBeNull()
    expect(guest.refusals()).toEqual([])
    expect(guest.snapshots()).toEqual([`device/${OWN}`])
  })

  test('a fresh guest token with fewer devices removes the others', async () => {
    const { embed_key } = await makeKey(server, 'admin')
    const guest = await live(signed(embed_key, {}), [`device/${OWN}`, `device/${OTHER}`])
    guest.say({ type: 'auth', token: signed(embed_key, ownOnly) })
    await vi.waitFor(() => expect(guest.refusals()).toEqual([`110509 device/${OTHER}`]))
  })

  test('a guest socket is renewed by its own key only, and not by a session', async () => {
    const { embed_key } = await makeKey(server, 'admin')
    const others = [
      signed((await makeKey(server, 'admin')).embed_key, {}),
      signed((await makeKey(server, 'rival')).embed_key, {}),
      await server.tokenOf('admin'),
      'garbage',
    ]
    for (const token of others) {
      const guest = await live(signed(embed_key, ownOnly), [`device/${OWN}`])
      guest.say({ type: 'auth', token })
      await vi.waitFor(() => expect(guest.closeCode).toBe(CLOSE.unauthenticated))
    }
  })
})

describe.each([
  ['this node', false],
  ['another node', true],
])('a key that is changed, seen from %s', (_where, isOtherNode) => {
  const edit = (key: { key_id: string; name: string }, fields: object) =>
    server.call('admin', 'PUT', '/yun/embed/key', {
      key_id: key.key_id,
      name: key.name,
      origins: [PORTAL],
      actions: ['read'],
      resources: { all: true },
      ...fields,
    })

  test('revoking a key closes its guest sockets within 5 s, and no others', async () => {
    const [key, other] = [await makeKey(server, 'admin'), await makeKey(server, 'admin')]
    const guest = await live(signed(key.embed_key, {}), [`device/${OWN}`], { isOtherNode })
    const bystander = await live(signed(other.embed_key, {}), [`device/${OWN}`], { isOtherNode })
    await server.call('admin', 'DELETE', '/yun/embed/key', { key_id: key.key_id })
    await vi.waitFor(() => expect(guest.closeCode).toBe(CLOSE.unauthenticated))
    expect(guest.refusals()).toEqual(['100009'])
    await bystander.heard()
    expect(bystander.closeCode).toBeNull()
  })

  test('rotating a key without grace closes sockets of the old secret within 5 s', async () => {
    const key = await makeKey(server, 'admin')
    const guest = await live(signed(key.embed_key, {}), [], { isOtherNode })
    await server.call('admin', 'POST', '/yun/embed/key/rotate', { key_id: key.key_id })
    await vi.waitFor(() => expect(guest.closeCode).toBe(CLOSE.unauthenticated))
  })

  test('a key with fewer devices removes channels of its guest sockets within 5 s, with all events of them', async () => {
    const key = await makeKey(server, 'admin')
    const guest = await live(signed(key.embed_key, {}), [`device/${OWN}`, `device/${OTHER}`, 'alarms'], { isOtherNode })
    await edit(key, { resources: { devices: [OWN] } })
    await vi.waitFor(() => expect(guest.refusals()).toEqual([`110509 device/${OTHER}`]))
    const { tenant_id, group_id } = device(OTHER)
    server.fleet.emit('alarm', { tenant_id, group_id, alarm: { alarm_id: '1', sn_code: OTHER } as never, ...CAME })
    server.fleet.emit('state', device(OTHER))
    await guest.heard()
    expect(guest.of('alarm')).toEqual([])
    expect(guest.snapshots().filter((channel) => channel === `device/${OTHER}`).length).toBeLessThan(2)
    await edit(key, { actions: ['confirm'] })
    await vi.waitFor(() => expect(guest.refusals().slice(1)).toEqual([`100015 device/${OWN}`, '100015 alarms']))
  })

  test('a key without an earlier origin closes sockets of its pages within 5 s', async () => {
    const key = await makeKey(server, 'admin')
    const guest = await live(signed(key.embed_key, {}), [], { isOtherNode })
    await edit(key, { origins: ['https://elsewhere.example'] })
    await vi.waitFor(() => expect(guest.closeCode).toBe(CLOSE.unauthenticated))
    expect(guest.refusals()).toEqual(['110004'])
  })
})

test('a message in too many fragments closes its own socket', async () => {
  const { embed_key } = await makeKey(server, 'admin')
  const inPieces = async (pieces: number) => {
    const guest = await live(signed(embed_key, ownOnly), [])
    const text = '{"type":"subscribe","channels":["device/NONE"]}'.padEnd(pieces)
    for (let at = 0; at < pieces; at += 1)
      guest.socket.send(at < pieces - 1 ? text.charAt(at) : text.slice(at), { fin: at === pieces - 1 })
    return guest
  }
  const fine = await inPieces(32)
  await vi.waitFor(() => expect(fine.refusals()).toEqual(['110509 device/NONE']))
  const { socket } = await inPieces(33)
  await vi.waitFor(() => expect(socket.readyState).toBe(socket.CLOSED))
  expect(fine.socket.readyState).toBe(socket.OPEN)
})
