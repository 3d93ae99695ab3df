import { once } from 'node:events'
import { connect } from 'node:net'
import { generate, type IConnectPacket, type Packet, parser } from 'mqtt-packet'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
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
  await makeDevice(db, 'HOST1', { points: [{ key: 'level', data_type: 'number' }] })
  await makeDevice(db, 'FINE1', { points: [{ key: 'level', data_type: 'number' }] })
  side = await openTestSide(db)
})

afterAll(async () => {
  expect(side.errors).toEqual([])
  await side.close()
  await db.close()
  await store.stop()
})

const versions = [4, 5] as const
type Version = (typeof versions)[number]

const hello = (protocolVersion: Version, overrides: Partial<IConnectPacket> = {}): Buffer =>
  generate(
    {
      cmd: 'connect',
      protocolId: 'MQTT',
      protocolVersion,
      clean: true,
      clientId: 'x',
      keepalive: 60,
      username: 'HOST1',
      password: Buffer.from(passwordOf('HOST1')),
      ...overrides,
    },
    { protocolVersion },
  )

/** Sends bytes as a device that speaks raw TCP; resolves with what came back when the server has ended the connection. */
async function send(...pieces: Buffer[]): Promise<Buffer> {
  const socket = connect(Number(new URL(side.url).port), '127.0.0.1')
  const came: Buffer[] = []
  socket.on('data', (bytes) => came.push(bytes))
  socket.on('error', () => {})
  // The first alone, and what follows when it was answered: packets before CONNACK may wait.
  socket.write(pieces[0] as Buffer)
  if (pieces.length > 1) {
    await once(socket, 'data')
    socket.write(Buffer.concat(pieces.slice(1)))
  }
  await once(socket, 'close')
  return Buffer.concat(came)
}

/** A device beside whoever is hostile reports as before, on the connection that it had. */
async function expectOthersGoOn() {
  const client = await side.connect('FINE1')
  const ts = Date.now()
  await client.publishAsync(topics.telemetry('FINE1'), JSON.stringify({ ts, values: { level: 1 } }), { qos: 1 })
  expect(await side.history('FINE1', 'level')).toContainEqual([ts, 1])
  await client.endAsync()
}

test('a device of MQTT 3.1 signs in with a client id of 23 characters', async () => {
  const client = await side.connect('FINE1', { protocolId: 'MQIsdp', protocolVersion: 3, clientId: 'a'.repeat(23) })
  expect(client.connected).toBe(true)
  await client.endAsync()
})

const bytes = (...numbers: number[]) => Buffer.from(numbers)
/** A CONNECT of MQTT 5 with flags of its own choice and what follows the client id `x`. */
const raw5 = (flags: number, ...rest: number[]) => {
  const body = [0, 4, ...Buffer.from('MQTT'), 5, flags, 0, 60, 0, 0, 1, 0x78, ...rest]
  return bytes(0x10, body.length, ...body)
}

test('a CONNECT of MQTT 5 with a password and no user name is refused by an MQTT 5 reason code', async () => {
  const answer = await send(raw5(0x42, 0, 1, 0x70))
  expect(answer[0]).toBe(0x20)
  expect(answer[3]).toBe(0x86)
  await expectOthersGoOn()
})

test.each([
  ['a will without a topic', raw5(0x06, 0, 0, 0, 0, 0)],
  ['an empty packet', bytes(0x10, 0)],
  ['words of another protocol', Buffer.from('GET / HTTP/1.1\r\n\r\n')],
  ['a packet before CONNECT', generate({ cmd: 'pingreq' })],
  ['a user name that is longer than any', hello(4, { username: 'x'.repeat(2000) })],
  [
    'a password without a user name in 3.1.1',
    bytes(0x10, 16, 0, 4, ...Buffer.from('MQTT'), 4, 0x42, 0, 60, 0, 1, 0x78, 0, 1, 0x70),
  ],
])('%s closes its connection and no other', async (_what, packet) => {
  expect(await send(packet)).toHaveLength(0)
  await expectOthersGoOn()
})

test('a packet that stays incomplete closes its connection', async () => {
  const impatient = await openTestSide(db, { packetMs: 100 })
  onTestFinished(() => impatient.close())
  const { port } = new URL(impatient.url)
  const whole = generate({ cmd: 'pingreq' })
  const half = generate({
    cmd: 'publish',
    topic: topics.telemetry('HOST1'),
    payload: '{}'.padEnd(1000),
    qos: 0,
    dup: false,
    retain: false,
  })
  const socket = connect(Number(port), '127.0.0.1')
  socket.write(hello(4))
  await once(socket, 'data')
  // Halves that are joined in time are packets as any other.
  socket.write(whole.subarray(0, 1))
  socket.write(whole.subarray(1))
  await once(socket, 'data')
  socket.write(half.subarray(0, 500))
  await once(socket, 'close')
  await expectOthersGoOn()
})

test.each([
  ['while a packet is read', 1],
  ['while the broker handles a packet', 2],
])('a defect %s ends its connection and no other, and is reported', async (_when, turn) => {
  const defect = new Error('no packet of this kind was thought of')
  const Parsers: { parse(bytes: Buffer): number } = Object.getPrototypeOf(parser())
  const { parse } = Parsers
  let reached = 0
  const broken = vi.spyOn(Parsers, 'parse').mockImplementation(function (this: unknown, packet) {
    if (packet.includes('unthought') && ++reached === turn) throw defect
    return parse.call(this, packet)
  })
  onTestFinished(() => broken.mockRestore())
  const before = await side.refused('protocol')
  const topic = 'v1/devices/HOST1/unthought'
  const ended = send(hello(4), generate({ cmd: 'publish', topic, payload: '1', qos: 0, dup: false, retain: false }))
  await vi.waitFor(() => expect(side.errors.splice(0)).toEqual([defect]))
  await ended
  expect(await side.refused('protocol')).toBe(before + 1)
  await expectOthersGoOn()
})

const empty = (type: number): Buffer => bytes(type, 2, 0, 1)
const fromServers: Packet[] = [
  { cmd: 'connack', returnCode: 0, reasonCode: 0, sessionPresent: false },
  { cmd: 'suback', messageId: 1, granted: [0] },
  { cmd: 'unsuback', messageId: 1, granted: [0] },
  { cmd: 'pingresp' },
]

for (const version of versions) {
  const noProperties = version === 5 ? [0] : []
  const withFilters = (count: number) =>
    generate(
      {
        cmd: 'subscribe',
        messageId: 1,
        subscriptions: [...Array(count).keys()].map((n) => ({ topic: `v1/devices/HOST1/${n}`, qos: 0 as const })),
      },
      { protocolVersion: version },
    )
  const longTopic = Buffer.alloc(60_000, 0xff)
  test.each<[string, Buffer]>([
    ...fromServers.map((packet): [string, Buffer] => [
      `the ${packet.cmd} of a server, sent by a device,`,
      generate(packet, { protocolVersion: version }),
    ]),
    ['a second CONNECT', hello(version)],
    ['a SUBSCRIBE without a filter', bytes(0x82, 2 + noProperties.length, 0, 1, ...noProperties)],
    ['an UNSUBSCRIBE without a filter', bytes(0xa2, 2 + noProperties.length, 0, 1, ...noProperties)],
    ['a SUBSCRIBE without its number', bytes(0x82, 0)],
    ['a PUBACK without its number', bytes(0x40, 0)],
    ['a message of QoS 1 without its number', bytes(0x32, 3, 0, 1, 0x78)],
    ['a message without a topic', bytes(0x30, 2 + noProperties.length, 0, 0, ...noProperties)],
    ['more filters than any device needs', withFilters(101)],
    ['a filter of nothing', bytes(0x82, 5 + noProperties.length, 0, 1, ...noProperties, 0, 0, 0)],
    [
      'a topic that grows when it is read as UTF-8',
      Buffer.concat([
        bytes(0x30, ...lengthOf(longTopic.length + 2 + noProperties.length), 0xea, 0x60),
        longTopic,
        bytes(...noProperties),
      ]),
    ],
    ['an authentication that nobody began', empty(0xf0)],
  ])(`MQTT version ${version}: %s closes its connection and no other`, async (_what, packet) => {
    const before = await side.refused('protocol')
    await send(hello(version), packet)
    expect(await side.refused('protocol')).toBe(before + 1)
    await expectOthersGoOn()
  })
}

function lengthOf(length: number): number[] {
  const low = length % 128
  const rest = Math.floor(length / 128)
  return rest > 0 ? [low | 0x80, ...lengthOf(rest)] : [low]
}

test('a device has at most 100 subscriptions', async () => {
  const client = await side.connect('HOST1')
  const topic = (n: number) => `v1/devices/HOST1/${n}`
  const first = await client.subscribeAsync([...Array(100).keys()].map(topic))
  expect(first.every(({ qos }) => qos === 0)).toBe(true)
  await expect(client.subscribeAsync(topic(100))).rejects.toThrow()
  await client.subscribeAsync(topic(7))
  await client.unsubscribeAsync(topic(7))
  await client.subscribeAsync(topic(100))
  await client.endAsync()
})
