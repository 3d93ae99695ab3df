import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { WebSocket } from 'ws'
import type { ServerFrame } from '../../../core/contract/realtime.ts'
import { type Caller, NOBODY } from '../http/caller.ts'
import type { Owner } from '../limits/loop-accounts.ts'
import { openBudgets } from '../limits/rates.ts'
import { openSharedTime, type SharedTime } from '../limits/shared-time.ts'
import { openPlaces } from './places.ts'
import { CLOSE, openRealtime } from './realtime.ts'

/** Organisations that have had their time, and what of them waits until it is released. */
const busy = new Set<Owner>()
const turns: (() => void)[] = []
const shared = openSharedTime()
const time: SharedTime = {
  ...shared,
  atOnce: (owner, work, member) => !busy.has(owner) && shared.atOnce(owner, work, member),
  slice: (owner, work, member) =>
    new Promise((resolve, reject) => {
      const go = () => void shared.slice(owner, work, member).then(resolve, reject)
      if (busy.has(owner)) turns.push(go)
      else go()
    }),
}
function release(owner: Owner) {
  busy.delete(owner)
  for (const go of turns.splice(0)) go()
}

const callerOf = (token: string): Caller => ({
  ...NOBODY,
  tenant_id: Number(token),
  user_id: Number(token),
  roles: ['P00000', 'P10000'],
  may_see: 'all',
  session_hash: token,
})
let sockets = 0
const defects: unknown[] = []
const budgets = openBudgets(1, () => 0)
const hub = openRealtime({
  places: openPlaces(),
  budgets,
  time,
  // No device is there.
  fleet: { on: () => () => {}, get: () => undefined } as never,
  callerOf: async (token) => callerOf(token),
  onRevoked: () => () => {},
  onKeyChanged: () => () => {},
  report: (error) => defects.push(error),
  count: {
    sockets: (change) => {
      sockets += change
    },
    refused: () => {},
    frames: () => {},
  },
})
const server = createServer().listen(0, '127.0.0.1')
hub.attach(server)
beforeAll(async () => {
  if (!server.listening) await once(server, 'listening')
})
afterAll(async () => {
  await hub.close()
  server.close()
  expect(defects).toEqual([])
})

/** A socket of an organisation that has signed in, and the frames that it got since. */
async function open(tenant_id: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}/v2/ws/web/rtd`)
  const frames: ServerFrame[] = []
  socket.on('message', (bytes) => frames.push(...[JSON.parse(String(bytes))].flat()))
  const say = (frame: object) => socket.send(JSON.stringify(frame))
  await once(socket, 'open')
  say({ type: 'auth', token: tenant_id })
  await vi.waitFor(() => expect(frames).toHaveLength(1))
  frames.pop()
  return { socket, frames, say }
}

test('frames of an organisation that has had its time wait for their turns, and those of others are heard', async () => {
  const [mine, other] = [await open('1'), await open('2')]
  busy.add('1')
  for (const channel of ['device/A', 'device/B']) mine.say({ type: 'subscribe', channels: [channel] })
  mine.say({ type: 'ping' })
  await vi.waitFor(() => expect(turns).toHaveLength(1))
  other.say({ type: 'ping' })
  await vi.waitFor(() => expect(other.frames).toMatchObject([{ type: 'pong' }]))
  expect(mine.frames).toEqual([])
  release('1')
  await vi.waitFor(() => expect(mine.frames).toHaveLength(3))
  expect(mine.frames).toMatchObject([
    { type: 'refused', channel: 'device/A' },
    { type: 'refused', channel: 'device/B' },
    { type: 'pong' },
  ])
  for (const { socket } of [mine, other]) socket.terminate()
  await vi.waitFor(() => expect(sockets).toBe(0))
})

test('a socket that closes while its frames wait leaves nothing behind', async () => {
  const { socket, say } = await open('1')
  busy.add('1')
  say({ type: 'subscribe', channels: ['device/A'] })
  await vi.waitFor(() => expect(turns).toHaveLength(1))
  socket.terminate()
  release('1')
  await vi.waitFor(() => expect(sockets).toBe(0))
})

test('users of one organisation share what all of them may send, and another organisation goes on', async () => {
  const [mine, other] = [await open('1'), await open('2')]
  budgets.framesOfOrganisation.spend('1', 15_000)
  mine.say({ type: 'ping' })
  const [code] = await once(mine.socket, 'close')
  expect([code, mine.frames]).toEqual([CLOSE.flooding, []])
  other.say({ type: 'ping' })
  await vi.waitFor(() => expect(other.frames).toMatchObject([{ type: 'pong' }]))
  other.socket.terminate()
  await vi.waitFor(() => expect(sockets).toBe(0))
})
