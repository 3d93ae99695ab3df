import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { ServerFrame, ValuesFrame } from '../../../core/contract/realtime.ts'
import { makeDevice } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'
import type { Fleet, LiveDevice } from '../fleet/fleet.ts'
import { openFleet } from '../fleet/open-fleet.ts'
import { type Caller, NO_REACH, NOBODY } from '../http/caller.ts'
import { openBudgets, RATES } from '../limits/rates.ts'
import { openPlaces } from './places.ts'
import { CLOSE, openRealtime, type RealtimeHub } from './realtime.ts'

let store: TestStore
let db: Db
let fleet: Fleet
let server: Server
let hub: RealtimeHub
let url: string
let seen: { refused: string[]; sockets: number; frames: number }
const defects: unknown[] = []
let revoke: (session_hash: string, reason: string | null) => void = () => {}
const clients: Client[] = []

const caller = (tenant_id: number, session_hash: string): Caller => ({
  ...NOBODY,
  tenant_id,
  user_id: 1,
  roles: ['P00000', 'P10000'],
  may_see: 'all',
  session_hash,
})
const callers: Record<string, Caller> = {
  mine: caller(1, 'a'),
  other: caller(2, 'b'),
  late: caller(1, 'f'),
  rightless: { ...caller(1, 'd'), roles: ['P00000', 'P53000'] },
}
let letIn: () => void = () => {}
const slowSignIn = new Promise<Caller>((done) => {
  letIn = () => done(caller(1, 'e'))
})

/** A client on a real socket that keeps what it hears. */
class Client {
  readonly frames: ServerFrame[] = []
  closeCode: number | null = null
  readonly socket: WebSocket
  constructor() {
    this.socket = new WebSocket(url)
    this.socket.on('message', (bytes) => this.frames.push(...[JSON.parse(String(bytes))].flat()))
    this.socket.on('close', (code) => {
      this.closeCode = code
    })
    this.socket.on('error', () => {})
    clients.push(this)
  }
  say(frame: unknown) {
    this.socket.send(typeof frame === 'string' ? frame : JSON.stringify(frame))
  }
  of<T extends ServerFrame['type']>(type: T) {
    return this.frames.filter((frame): frame is Extract<ServerFrame, { type: T }> => frame.type === type)
  }
  get values() {
    return this.frames.filter((frame): frame is ValuesFrame => frame.type === 'snapshot' || frame.type === 'delta')
  }
  async signIn(token = 'mine') {
    await once(this.socket, 'open')
    this.say({ type: 'auth', token })
    await vi.waitFor(() => expect(this.of('ready')).toHaveLength(1))
    return this
  }
}

const clock = { time: 0 }
const budgets = openBudgets(1, () => clock.time)
/** Tokens of which it was looked up who holds them. */
const looked: string[] = []
const device = (sn_code: string) => fleet.get(sn_code) as LiveDevice
function report(sn_code: string, values: Record<string, number>, data_time = Date.now()) {
  const one = device(sn_code)
  const checked = Object.entries(values).map(([key, value]) => {
    const point = one.points.get(key)
    if (!point) throw new Error(`no point ${key}`)
    return { point, value, quality: 'good' as const }
  })
  fleet.apply(one, [{ data_time, values: checked }], Date.now())
}

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  const points = ['x', 'y'].map((key) => ({ key, data_type: 'number' as const }))
  for (const sn_code of ['A1', 'A2']) await makeDevice(db, sn_code, { points })
  await makeDevice(db, 'B1', { tenant_id: 2, points })
  fleet = await openFleet(db, (error) => {
    throw error
  })
  seen = { refused: [], sockets: 0, frames: 0 }
  hub = openRealtime({
    places: openPlaces(1, undefined, () => 0),
    budgets,
    fleet,
    callerOf: async (token) => {
      looked.push(token)
      return token === 'slow' ? slowSignIn : (callers[token] ?? null)
    },
    onRevoked: (listener) => {
      revoke = listener
      return () => {}
    },
    onKeyChanged: () => () => {},
    report: (error) => defects.push(error),
    count: {
      sockets: (change) => {
        seen.sockets += change
      },
      refused: (reason) => seen.refused.push(reason),
      frames: (count) => {
        seen.frames += count
      },
    },
  })
  server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  hub.attach(server)
  url = `ws://127.0.0.1:${(server.address() as AddressInfo).port}/v2/ws/web/rtd`
})
afterEach(async () => {
  for (const { socket } of clients.splice(0)) socket.terminate()
  await vi.waitFor(() => expect(seen.sockets).toBe(0))
  seen.refused = []
})
afterAll(async () => {
  await hub.close()
  server.close()
  await fleet.close()
  await db.close()
  await store.stop()
})

describe('values', () => {
  test('a newcomer gets the newest of every point first, then only what changed', async () => {
    report('A1', { x: 1, y: 2 })
    const client = await new Client().signIn()
    client.say({ type: 'subscribe', channels: ['device/A1'] })
    await vi.waitFor(() => expect(client.values).toHaveLength(1))
    expect(client.values[0]).toMatchObject({ type: 'snapshot', channel: 'device/A1', dev_state: 1 })
    expect(Object.keys(client.values[0]?.values ?? {})).toEqual(['x', 'y'])
    report('A1', { x: 3 })
    await vi.waitFor(() => expect(client.values).toHaveLength(2))
    expect(client.values[1]).toMatchObject({ type: 'delta', values: { x: [3, 'good', expect.any(Number)] } })
    expect(client.values[1]?.values).not.toHaveProperty('y')
  })

  test('many changes between two ticks arrive as one delta with the newest values', async () => {
    const client = await new Client().signIn()
    client.say({ type: 'subscribe', channels: ['device/A1'], rate: 2 })
    await vi.waitFor(() => expect(client.values).toHaveLength(1))
    for (let n = 0; n < 100; n += 1) report('A1', { x: n })
    report('A1', { y: 7 })
    await vi.waitFor(() =>
      expect(client.values.at(-1)?.values).toMatchObject({
        x: [99, 'good', expect.any(Number)],
        y: [7, 'good', expect.any(Number)],
      }),
    )
    expect(client.values).toHaveLength(2)
  })

  test('a defect in writing to one socket is reported and ends that socket, and others go on', async () => {
    const [one, other] = [await new Client().signIn(), await new Client().signIn()]
    other.say({ type: 'subscribe', channels: ['device/A1'] })
    await vi.waitFor(() => expect(other.values).toHaveLength(1))
    const point = device('A2').points.get('x')
    const { value, data_time } = point ?? {}
    const defect = new Error('a value that cannot be written')
    const unwritable = {
      toJSON() {
        throw defect
      },
    }
    Object.assign(point ?? {}, { value: unwritable, data_time: 1 })
    one.say({ type: 'subscribe', channels: ['device/A2'] })
    await vi.waitFor(() => expect(one.closeCode).toBe(CLOSE.failed))
    expect(defects).toEqual([defect])
    Object.assign(point ?? {}, { value, data_time })
    report('A1', { x: 11 })
    await vi.waitFor(() => expect(other.values).toHaveLength(2))
  })

  test('sequence numbers only rise', async () => {
    const client = await new Client().signIn()
    client.say({ type: 'subscribe', channels: ['device/A1'], rate: 20 })
    await vi.waitFor(() => expect(client.values).toHaveLength(1))
    for (let n = 0; n < 3; n += 1) {
      const before = client.values.length
      report('A1', { x: n })
      await vi.waitFor(() => expect(client.values.length).toBeGreaterThan(before))
    }
    const seqs = client.values.map(({ seq }) => seq)
    expect(seqs).toEqual([...seqs].sort((a, b) => a - b))
    expect(new Set(seqs).size).toBe(seqs.length)
  })

  test('whoever resumes where nothing changed hears nothing, and gets a snapshot after a gap', async () => {
    report('A1', { x: 5 })
    const client = await new Client().signIn()
    client.say({ type: 'resume', channel: 'device/A1', seq: device('A1').seq })
    client.say({ type: 'ping' })
    await vi.waitFor(() => expect(client.of('pong')).toHaveLength(1))
    report('A2', { x: 1 })
    expect(client.values).toHaveLength(0)
    report('A1', { x: 6 })
    await vi.waitFor(() =>
      expect(client.values).toMatchObject([{ type: 'delta', values: { x: [6, 'good', expect.any(Number)] } }]),
    )
    const late = await new Client().signIn()
    late.say({ type: 'resume', channel: 'device/A1', seq: device('A1').seq - 1 })
    await vi.waitFor(() => expect(late.values).toMatchObject([{ type: 'snapshot' }]))
  })

  test('a channel that was left sends nothing more', async () => {
    const client = await new Client().signIn()
    client.say({ type: 'subscribe', channels: ['device/A1', 'device/A2'], rate: 20 })
    await vi.waitFor(() => expect(client.values).toHaveLength(2))
    client.say({ type: 'unsubscribe', channels: ['device/A1'] })
    client.say({ type: 'ping' })
    await vi.waitFor(() => expect(client.of('pong')).toHaveLength(1))
    report('A1', { x: 50 })
    report('A2', { x: 51 })
    await vi.waitFor(() => expect(client.values).toHaveLength(3))
    expect(client.values[2]).toMatchObject({ channel: 'device/A2' })
  })
})

describe('who may hear what', () => {
  test("another tenant's device answers exactly as one that does not exist", async () => {
    const client = await new Client().signIn('other')
    client.say({ type: 'subscribe', channels: ['device/A1', 'device/NONE', 'tenant/1', 'device/B1'] })
    await vi.waitFor(() => expect(client.frames).toHaveLength(5))
    expect(client.of('refused').map(({ code, channel }) => [code, channel])).toEqual([
      ['110509', 'device/A1'],
      ['110509', 'device/NONE'],
      ['110509', 'tenant/1'],
    ])
    expect(client.values).toMatchObject([{ channel: 'device/B1' }])
  })

  test('alarms reach their own tenant only', async () => {
    const mine = await new Client().signIn()
    const other = await new Client().signIn('other')
    for (const client of [mine, other]) client.say({ type: 'subscribe', channels: ['alarms'] })
    for (const client of [mine, other]) client.say({ type: 'ping' })
    await vi.waitFor(() => expect([mine.of('pong'), other.of('pong')].flat()).toHaveLength(2))
    const alarm = { alarm_id: '1', sn_code: 'A1' } as never
    fleet.emit('alarm', {
      tenant_id: 1,
      group_id: null,
      alarm,
      event: 'produced',
      isReleased: false,
      rule_id: 1,
      channels: [],
    })
    await vi.waitFor(() => expect(mine.of('alarm')).toHaveLength(1))
    other.say({ type: 'ping' })
    await vi.waitFor(() => expect(other.of('pong')).toHaveLength(2))
    expect(other.of('alarm')).toHaveLength(0)
  })

  test.each([
    ['a wrong token', { type: 'auth', token: 'stolen' }],
    ['no token', { type: 'subscribe', channels: ['device/A1'] }],
    ['only a ping', { type: 'ping' }],
  ])('%s is refused and the socket closed', async (_what, frame) => {
    const client = new Client()
    await once(client.socket, 'open')
    client.say(frame)
    await vi.waitFor(() => expect(client.closeCode).toBe(CLOSE.unauthenticated))
    expect(client.of('refused')).toMatchObject([{ code: '100009' }])
    expect(seen.refused).toContain('unauthenticated')
  })

  test('a session that ends takes its sockets along, and no others', async () => {
    const mine = await new Client().signIn()
    const other = await new Client().signIn('other')
    revoke('a', null)
    await vi.waitFor(() => expect(mine.closeCode).toBe(CLOSE.unauthenticated))
    other.say({ type: 'ping' })
    await vi.waitFor(() => expect(other.of('pong')).toHaveLength(1))
  })
})

describe('who may hear what, later on', () => {
  test('a socket that signs in again as somebody else is closed and hears nothing of before', async () => {
    const client = await new Client().signIn()
    client.say({ type: 'subscribe', channels: ['device/A1'] })
    await vi.waitFor(() => expect(client.values).toHaveLength(1))
    client.say({ type: 'auth', token: 'other' })
    await vi.waitFor(() => expect(client.closeCode).toBe(CLOSE.unauthenticated))
    report('A1', { x: 77 })
    expect(client.values).toHaveLength(1)
  })

  test('a role without the right to read hears neither values nor alarms', async () => {
    const client = await new Client().signIn('rightless')
    client.say({ type: 'subscribe', channels: ['device/A1', 'alarms'] })
    await vi.waitFor(() => expect(client.of('refused')).toHaveLength(2))
    expect(client.of('refused').map(({ code }) => code)).toEqual(['100015', '100015'])
    expect(client.values).toHaveLength(0)
  })

  test('a user who is locked, or loses a group, is notified within seconds', async () => {
    callers.passing = caller(1, 'c')
    const client = await new Client().signIn('passing')
    client.say({ type: 'subscribe', channels: ['device/A1'] })
    await vi.waitFor(() => expect(client.values).toHaveLength(1))
    callers.passing = { ...caller(1, 'c'), may_see: NO_REACH }
    await vi.waitFor(() => expect(client.of('refused')).toMatchObject([{ code: '110509', channel: 'device/A1' }]))
    delete callers.passing
    await vi.waitFor(() => expect(client.closeCode).toBe(CLOSE.unauthenticated))
  })

  test('whoever resumes after the device went silent gets its new state', async () => {
    report('A2', { x: 1 })
    const { seq } = device('A2')
    fleet.setDead(device('A2'), Date.now())
    const client = await new Client().signIn()
    client.say({ type: 'resume', channel: 'device/A2', seq })
    await vi.waitFor(() => expect(client.values).toMatchObject([{ type: 'snapshot', dev_state: 2 }]))
  })
})

describe('rude far ends', () => {
  const raw = (request: string, then: (socket: Socket) => void = () => {}) =>
    new Promise<string>((done) => {
      const socket = connect(Number(new URL(url).port), '127.0.0.1', () => {
        socket.write(request)
        then(socket)
      })
      let heard = ''
      socket.on('data', (bytes) => {
        heard += bytes
      })
      socket.on('error', () => {})
      socket.on('close', () => done(heard))
    })
  const upgrade = (path: string) =>
    `GET ${path} HTTP/1.1\r\nHost: any\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: ${btoa('0123456789abcdef')}\r\n\r\n`

  test.each(['//', '/nope', 'http://', '*'])('an upgrade of %s is answered and ends nothing', async (path) => {
    expect(await raw(upgrade(path))).toMatch(/^HTTP\/1.1 (404|400)/)
    await new Client().signIn()
  })

  test('a reset in the middle of an upgrade ends nothing', async () => {
    await raw(upgrade('/nope'), (socket) => socket.resetAndDestroy())
    await new Client().signIn()
  })

  test('a socket that closes while it signs in leaves nothing behind', async () => {
    const client = new Client()
    await once(client.socket, 'open')
    client.say({ type: 'auth', token: 'slow' })
    client.say({ type: 'subscribe', channels: ['device/A1'] })
    client.socket.close()
    await vi.waitFor(() => expect(seen.sockets).toBe(0))
    const before = seen.frames
    letIn()
    report('A1', { x: 5 })
    const other = await new Client().signIn()
    other.say({ type: 'subscribe', channels: ['device/A1'] })
    await vi.waitFor(() => expect(other.values).toHaveLength(1))
    // Its `ready` and its snapshot: nobody else got anything.
    expect(seen.frames - before).toBe(2)
  })
})

describe('what does not fit', () => {
  test.each(['no json', '{"type":"launch"}', '{"type":"subscribe","channels":"all"}', '[]'])(
    '%s is counted and answered, and the socket goes on',
    async (text) => {
      const client = await new Client().signIn()
      client.say(text)
      await vi.waitFor(() => expect(client.of('refused')).toMatchObject([{ code: '100006' }]))
      client.say({ type: 'ping' })
      await vi.waitFor(() => expect(client.of('pong')).toHaveLength(1))
      expect(seen.refused).toContain('malformed')
    },
  )

  test('sockets that one user opens one after the other share what he may send', async () => {
    clock.time += 60_000
    const channels = Array.from({ length: 1760 }, (_, n) => `device/NONE${n}`)
    const ends: (number | null)[] = []
    for (let n = 0; n < 40; n += 1) {
      const client = await new Client().signIn()
      client.say({ type: 'subscribe', channels })
      client.say({ type: 'ping' })
      await vi.waitFor(() => expect(client.closeCode !== null || client.of('pong').length > 0).toBe(true))
      ends.push(client.closeCode)
      client.socket.terminate()
      if (client.closeCode !== null) break
    }
    expect(ends.at(-1)).toBe(CLOSE.flooding)
    expect(ends.length).toBeGreaterThan(20)
    clock.time += 60_000
    await new Client().signIn()
  })

  test.each<[string, string | object]>([
    ['frames', { type: 'ping' }],
    ['channels that nobody may see', { type: 'subscribe', channels: Array(2000).fill('a') }],
    ['long texts that say nothing', 'x'.repeat(60_000)],
    ['long pings', { type: 'ping', more: 'x'.repeat(60_000) }],
  ])('a flood of %s closes its own socket', async (_what, frame) => {
    const client = await new Client().signIn()
    const count = JSON.stringify(frame).length > 100 ? 10 : 200
    for (let n = 0; n < count; n += 1) client.say(frame)
    await vi.waitFor(() => expect(client.closeCode).toBe(CLOSE.flooding))
    expect(seen.refused).toContain('flooding')
  })

  test('one network has 200 sockets that have not signed in, and signing in makes room', async () => {
    const waiting = Array.from({ length: 200 }, () => new Client())
    await Promise.all(waiting.map(({ socket }) => once(socket, 'open')))
    const [, reply] = (await once(new WebSocket(url), 'unexpected-response')) as [unknown, IncomingMessage]
    expect([reply.statusCode, reply.headers['retry-after']]).toEqual([503, '5'])
    waiting[0]?.say({ type: 'auth', token: 'mine' })
    await vi.waitFor(() => expect(waiting[0]?.of('ready')).toHaveLength(1))
    await new Client().signIn()
  })

  test('wrong tokens count for their network: nothing is looked up for one that brings more of them', async () => {
    clock.time += 60_000
    const end = async (token: string) => {
      const client = new Client()
      await once(client.socket, 'open')
      client.say({ type: 'auth', token })
      await vi.waitFor(() => expect(client.closeCode ?? client.of('ready').length).toBeTruthy())
      return client.closeCode
    }
    const left = 3
    budgets.wrongTokens.spend('127.0.0.1', RATES.wrongTokens.most - left)
    expect(await end('mine')).toBe(null)
    for (let n = 0; n < left; n += 1) expect(await end(`wrong${n}`)).toBe(CLOSE.unauthenticated)
    expect([await end('wrong'), await end('late')]).toEqual([CLOSE.tooMany, CLOSE.tooMany])
    for (const token of ['wrong', 'late']) expect(looked).not.toContain(token)
    expect(seen.refused).toContain('too_many')
    clock.time += 60_000
    expect(await end('mine')).toBe(null)
  })

  test('a socket that leaves more than 8 MB of alarms unread is ended, however long that takes, once, and others go on', async () => {
    const reader = await new Client().signIn()
    const accepted = once(server, 'connection')
    const client = await new Client().signIn()
    const [line] = (await accepted) as [Socket]
    const { destroy } = line
    line.destroy = () => line
    reader.say({ type: 'subscribe', channels: ['device/A1'] })
    client.say({ type: 'subscribe', channels: ['alarms'] })
    client.say({ type: 'ping' })
    await vi.waitFor(() => expect([reader.of('snapshot'), client.of('pong')].flat()).toHaveLength(2))
    client.socket.pause()
    const alarm = { alarm_id: '1', sn_code: 'A1', alarm_name: 'x'.repeat(1_000_000) } as never
    const event = { tenant_id: 1, group_id: null, alarm, event: 'produced', isReleased: false, rule_id: 1 } as const
    for (let n = 0; n < 15; n += 1) fleet.emit('alarm', { ...event, channels: [] })
    await vi.waitFor(() => expect(seen.refused).toContain('slow'))
    for (const x of [77, 78, 79]) {
      fleet.emit('alarm', { ...event, channels: [] })
      report('A1', { x })
      await vi.waitFor(() => expect(reader.values.at(-1)?.values.x?.[0]).toBe(x))
    }
    destroy.call(line)
    expect(seen.refused).toEqual(['slow'])
    client.socket.resume()
    await vi.waitFor(() => expect(client.closeCode).toBe(1006))
  })

  test('a frame beyond the limit closes its own socket', async () => {
    const client = await new Client().signIn()
    client.say(JSON.stringify({ type: 'subscribe', channels: ['x'.repeat(100_000)] }))
    await vi.waitFor(() => expect(client.closeCode).toBe(1009))
  })

  test('another path is no socket', async () => {
    const socket = new WebSocket(url.replace('/rtd', '/other'))
    const [error] = await once(socket, 'error')
    expect(String(error)).toContain('404')
  })
})
