import mqtt, { type MqttClient } from 'mqtt'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { topics } from '../../../core/contract/telemetry.ts'
import { openGate } from '../../../tests/server/gate.ts'
import { createMetrics } from '../diagnostics/metrics.ts'
import type { Owner } from '../limits/loop-accounts.ts'
import { openRooms } from '../limits/rooms.ts'
import { type Broker, startBroker } from './broker.ts'

const KB = 1024
const LARGE = Buffer.alloc(100 * KB)
/** What is on its way of organisation 1 is not done before it opens. */
let gate = openGate()
/** SNs whose messages were handed over, in this order. */
let taken: string[] = []
let broker: Broker
let clients: MqttClient[] = []

beforeEach(async () => {
  gate = openGate()
  taken = []
  clients = []
  broker = await startBroker({
    host: '127.0.0.1',
    port: 0,
    // The last digit of an SN is its organisation.
    check: async (sn_code) => ({ sn_code, tenant_id: Number(sn_code.at(-1)), password_salt: null }),
    fleet: { get: () => undefined },
    uplink: {
      receive:
        ({ sn_code }) =>
        async () => {
          taken.push(sn_code)
          if (sn_code.endsWith('1')) await gate.promise
        },
      arrived: () => {},
      left: () => {},
      refuse: () => {},
      signInRefused: () => {},
    },
    metrics: createMetrics(),
    report: (error) => expect.unreachable(String(error)),
    rooms: openRooms<Owner>(350 * KB),
  })
})

afterEach(async () => {
  gate.resolve()
  for (const client of clients) client.end(true)
  await broker.close()
})

async function connect(sn_code: string): Promise<MqttClient> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${broker.port}`, {
    username: sn_code,
    password: 'any',
    reconnectPeriod: 0,
  })
  client.on('error', () => {})
  clients.push(client)
  return client
}

const publish = (client: MqttClient, payload: Buffer) =>
  client.publishAsync(topics.telemetry(String(client.options.username)), payload, { qos: 1 })

test('connections of an organisation that has used its room are left unread, those of others are not, and all is acknowledged in the end', async () => {
  const loud = await Promise.all(Array.from({ length: 10 }, (_, i) => connect(`LOUD${i}X1`)))
  const sent = loud.map((client) => publish(client, LARGE))
  await vi.waitFor(() => expect(taken).toHaveLength(2))
  const other = await connect('FINE2')
  for (let message = 0; message < 5; message++) await publish(other, LARGE)
  expect(taken.filter((sn) => sn.endsWith('1'))).toHaveLength(2)
  // What is small is not kept waiting by what is large.
  const small = publish(await connect('SMALL1'), Buffer.alloc(KB))
  await vi.waitFor(() => expect(taken).toContain('SMALL1'))
  gate.resolve()
  await Promise.all([...sent, small])
  expect(taken.filter((sn) => sn.startsWith('LOUD'))).toHaveLength(10)
})

test('room is free again when connections end amid their packets, or send what is for nobody', async () => {
  const lost = await Promise.all(Array.from({ length: 10 }, (_, i) => connect(`LOST${i}X1`)))
  // The beginning of a packet of 100 KB.
  for (const { stream } of lost) stream.write(Buffer.concat([Buffer.from([0x32, 0x80, 0xa0, 0x06]), Buffer.alloc(KB)]))
  const client = await connect('NEXT1')
  const misplaced = Array.from({ length: 10 }, () => client.publishAsync('elsewhere', LARGE, { qos: 1 }))
  for (const { stream } of lost) stream.destroy()
  await Promise.all(misplaced)
  gate.resolve()
  for (let message = 0; message < 10; message++) await publish(client, LARGE)
  expect(taken).toEqual(Array(10).fill('NEXT1'))
})

test('a connection that ended while it waited for room keeps nobody behind it waiting', async () => {
  const loud = await Promise.all(['LOUD0X1', 'LOUD1X1'].map(connect))
  const sent = loud.map((client) => publish(client, LARGE))
  await vi.waitFor(() => expect(taken).toHaveLength(2))
  const lost = await connect('LOST1')
  // The beginning of a packet of 200 KB, for which there is no room.
  lost.stream.write(Buffer.concat([Buffer.from([0x32, 0x80, 0xc0, 0x0c]), Buffer.alloc(KB)]))
  const next = await connect('NEXT1')
  const behind = publish(next, Buffer.alloc(20 * KB))
  lost.stream.destroy()
  await vi.waitFor(() => expect(taken).toContain('NEXT1'), { timeout: 60_000 })
  gate.resolve()
  await Promise.all([...sent, behind])
})
