import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { generate } from 'mqtt-packet'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { makeDevice, openTestSide, passwordOf, type TestSide } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'

const until = (check: () => unknown) => vi.waitFor(check)

let store: TestStore
let db: Db
let side: TestSide
const clock = { time: 0 }
const sockets: Socket[] = []

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  await makeDevice(db, 'BEHIND1')
  side = await openTestSide(db, { isBehindProxy: true, now: () => clock.time })
})

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

const headerOf = (address: string) =>
  `PROXY ${address.includes(':') ? 'TCP6' : 'TCP4'} ${address} ${address} 50000 1883\r\n`

const connectPacket = (username: string) =>
  generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    clientId: username,
    keepalive: 60,
    username,
    password: Buffer.from(passwordOf(username)),
  })

/** A connection through a proxy, which has sent its first bytes in pieces of that size. */
function open(bytes: Uint8Array, step = bytes.length): Socket {
  const socket = connect({ port: Number(new URL(side.url).port), host: '127.0.0.1', noDelay: true })
  sockets.push(socket)
  socket.on('error', () => {})
  for (let at = 0; at < bytes.length; at += step) socket.write(bytes.subarray(at, at + step))
  return socket
}

/** The broker's return code for a device that comes from an address; null when it was not even heard. */
async function signIn(username: string, address: string, step?: number): Promise<number | null> {
  const socket = open(Buffer.concat([Buffer.from(headerOf(address)), connectPacket(username)]), step)
  const answer = once(socket, 'data').then(([bytes]: Buffer[]) => bytes?.[3] ?? null)
  return Promise.race([answer, once(socket, 'close').then(() => null)])
}

test("the address of a device behind a proxy is the one in the proxy's header", async () => {
  expect(await signIn('BEHIND1', '192.0.2.77')).toBe(0)
  expect(await signIn('BEHIND1', '2001:db8::7', 1)).toBe(0)
  await until(async () =>
    expect((await side.logOf('BEHIND1')).map((line) => 'address' in line && line.address)).toContain('192.0.2.77'),
  )
})

test('a connection behind a proxy without its header is closed before anything is read', async () => {
  const before = await side.refused('protocol')
  const socket = open(connectPacket('BEHIND1'))
  await once(socket, 'close')
  expect(socket.bytesRead).toBe(0)
  expect(await side.refused('protocol')).toBe(before + 1)
})

test('all addresses of one IPv6 subscriber share a limit of ten unknown SNs', async () => {
  const codes = await Promise.all(
    [...Array(15).keys()].map((n) => signIn(`SIX${n}`, `2001:db8:0:1::${n.toString(16)}`)),
  )
  expect(codes.filter((code) => code === 0)).toHaveLength(10)
  expect(await signIn('OTHER6', '2001:db8:0:2::1')).toBe(0)
})

test('a network that opens connections without signing in blocks only itself', async () => {
  const refused = async () => {
    const { values } = await side.metrics.authFailures.get()
    return values.find(({ labels }) => labels.reason === 'too_many_waiting')?.value ?? 0
  }
  const closed = new Set<Socket>()
  const waiting: Socket[] = []
  while ((await refused()) === 0) {
    const more = [...Array(100).keys()].map(() => open(Buffer.from(headerOf('192.0.2.1'))))
    for (const socket of more) socket.on('close', () => closed.add(socket))
    waiting.push(...more)
    await Promise.all(more.map((socket) => once(socket, 'connect')))
  }
  expect(waiting.length).toBeGreaterThan(500)
  expect(closed.size).toBeLessThan(waiting.length)
  expect(await signIn('BEHIND1', '192.0.2.2')).toBe(0)
  clock.time += 2000
  // Who says nothing for so long gives its place.
  expect(await signIn('BEHIND1', '192.0.2.1')).toBe(0)
  for (const socket of waiting) socket.destroy()
  await until(async () => expect(await signIn('BEHIND1', '192.0.2.1')).toBe(0))
})
