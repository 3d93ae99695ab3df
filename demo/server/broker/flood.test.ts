import { connect, type Socket } from 'node:net'
import { generate } from 'mqtt-packet'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { topics } from '../../../core/contract/telemetry.ts'
import { makeDevice, openTestSide, passwordOf, type TestSide } from '../../../tests/server/devices.ts'
import { startEmbedded, type TestStore } from '../../../tests/server/stores.ts'
import type { Db } from '../db/db.ts'
import { openDb } from '../db/open.ts'

let store: TestStore
let db: Db
let side: TestSide

beforeAll(async () => {
  store = await startEmbedded()
  db = await openDb(store.place)
  for (const sn_code of ['FINE1', 'LOUD1'])
    await makeDevice(db, sn_code, { points: [{ key: 'level', data_type: 'number' }] })
})

afterAll(async () => {
  await db.close()
  await store.stop()
})

// A broker of its own for each test: what is left of one flood would be counted in the next.
beforeEach(async () => {
  side = await openTestSide(db)
})

afterEach(async () => {
  expect(side.errors).toEqual([])
  await side.close()
})

const PACKETS = 100_000
const publish = (topic: string, payload: string) =>
  generate({ cmd: 'publish', topic, payload: Buffer.from(payload), qos: 0, dup: false, retain: false })

/** A device that sends so many packets at once, as fast as they are taken. */
function flood(sn_code: string, password: string, packet: Buffer): Socket {
  const socket = connect(Number(new URL(side.url).port), '127.0.0.1')
  socket.on('error', () => {})
  const hello = {
    cmd: 'connect' as const,
    protocolId: 'MQTT' as const,
    protocolVersion: 4 as const,
    clean: true,
    clientId: 'x',
    keepalive: 60,
    username: sn_code,
    password: Buffer.from(password),
  }
  socket.write(generate(hello))
  socket.once('data', () => socket.write(Buffer.concat(Array(PACKETS).fill(packet))))
  return socket
}

async function report(ts: number) {
  const client = await side.connect('FINE1')
  await client.publishAsync(topics.telemetry('FINE1'), JSON.stringify({ ts, values: { level: 1 } }), { qos: 1 })
  await client.endAsync()
}

test('messages sent before a disconnect are processed, however many they are', async () => {
  const socket = connect(Number(new URL(side.url).port), '127.0.0.1')
  const hello = {
    cmd: 'connect' as const,
    protocolId: 'MQTT' as const,
    protocolVersion: 4 as const,
    clean: true,
    clientId: 'y',
    keepalive: 60,
    username: 'LOUD1',
    password: Buffer.from(passwordOf('LOUD1')),
  }
  socket.write(generate(hello))
  const packet = publish(topics.telemetry('OTHER'), '{}')
  socket.once('data', () => socket.end(Buffer.concat(Array(5000).fill(packet))))
  await vi.waitFor(async () => expect(await side.refused('topic')).toBe(5000))
})

test.each([
  ['nobody registered', 'NEW1', 'secret'],
  ['sends for another one', 'LOUD1', passwordOf('LOUD1')],
])('a device that %s and floods its connection leaves the others their turns', async (_who, sn_code, password) => {
  const refused = () => side.refused('topic')
  const socket = flood(sn_code, password, publish(topics.telemetry('OTHER'), '{}'))
  await vi.waitFor(async () => expect(await refused()).toBeGreaterThan(100))
  const ts = Date.now()
  await report(ts)
  expect(await side.history('FINE1', 'level')).toContainEqual([ts, 1])
  expect(await refused()).toBeLessThan(PACKETS)
  socket.destroy()
})
