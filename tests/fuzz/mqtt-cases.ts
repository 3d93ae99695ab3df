import { createRequire } from 'node:module'
import type { UMetric } from 'sparkplug-payload/lib/sparkplugbpayload.js'
import { type Random, spoil } from './random.ts'

const load = createRequire(import.meta.url)
const sparkplug = (load('sparkplug-payload') as typeof import('sparkplug-payload')).get('spBv1.0')

type Version = 3 | 4 | 5

const TYPES = ['Int8', 'UInt16', 'Int32', 'Int64', 'UInt64', 'Float', 'Double', 'Boolean', 'String'] as const

function metric(random: Random): UMetric {
  const type = random.pick(TYPES)
  const value = type === 'Boolean' ? random.chance(0.5) : type === 'String' ? 'text' : random.int(100)
  const name = random.pick(['level', 'n1', 'n2', '__proto__', '', 'Node Control/Rebirth', 'x'.repeat(80)])
  const alias = random.chance(0.4) ? { alias: random.int(5) } : {}
  const properties = random.chance(0.2) ? { properties: { Quality: { type: 'Int32' as const, value: 192 } } } : {}
  return { name, type, value, timestamp: 1_790_000_000_000 + random.int(1e6), ...alias, ...properties } as UMetric
}

function sparkplugPayload(random: Random): Buffer {
  const metrics = Array.from({ length: random.int(5) }, () => metric(random))
  const seq = random.chance(0.8) ? { seq: random.int(256) } : {}
  const bytes = Buffer.from(sparkplug?.encodePayload({ timestamp: 1_790_000_000_000, metrics, ...seq }) as Uint8Array)
  return random.chance(0.5) ? spoil(random, bytes) : bytes
}

const VALUES = [
  '1',
  '-1e400',
  '1e308',
  'null',
  '"on"',
  'true',
  '[]',
  '{}',
  '{"value":1,"quality":"bad"}',
  '"\\u0000\\ud800"',
  '"__proto__"',
]

function json(random: Random): Buffer {
  const values = Array.from(
    { length: random.int(4) },
    (_, n) => `"${random.pick(['level', `k${n}`, '__proto__', '', 'a b'])}":${random.pick(VALUES)}`,
  )
  const reading = `{"ts":${random.pick(['1790000000000', '-1', '1e99', '0', 'null', '"now"'])},"values":{${values.join(',')}}}`
  const text = random.pick([
    reading,
    `[${reading},${reading}]`,
    '{"values":{"level":1}}',
    '"online"',
    'offline',
    `{"level":"info","text":${random.pick(VALUES)}}`,
    '{"status":"done"}',
    '['.repeat(3000),
  ])
  return random.chance(0.4) ? spoil(random, Buffer.from(text)) : Buffer.from(text)
}

function topic(random: Random, sn: string): string {
  const kind = random.pick(['NBIRTH', 'NDATA', 'NDEATH', 'DBIRTH', 'DDATA', 'DDEATH', 'NCMD', 'STATE'])
  const device = random.pick(['', `/${sn}B`, '/WITNESS', '//', '/x y'])
  return random.pick([
    `v1/devices/${sn}/telemetry`,
    `v1/devices/${sn}/telemetry`,
    `v1/devices/${sn.toLowerCase()}/status`,
    `v1/devices/${sn}/log`,
    `v1/devices/${sn}/command/7/reply`,
    `spBv1.0/plant/${kind}/${sn}${device}`,
    `spBv1.0/plant/${kind}/${sn}${device}`,
    'v1/devices/WITNESS/telemetry',
    '$SYS/x',
    'a/'.repeat(random.int(200)),
    'x'.repeat(random.int(3000)),
    '',
    '\0',
    '#',
    '+/+',
  ])
}

/** A packet before its length is written: the first byte, and its fields one by one. */
interface Fields {
  head: number
  fields: Buffer[]
}

const number16 = (value: number) => Buffer.from([value >> 8, value & 255])
const text = (value: string | Buffer) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([number16(bytes.length), bytes])
}
const byte = (value: number) => Buffer.from([value])

function lengthOf(length: number): number[] {
  const rest = Math.floor(length / 128)
  return rest > 0 ? [(length % 128) | 0x80, ...lengthOf(rest)] : [length]
}

function encode({ head, fields }: Fields): Buffer {
  const body = Buffer.concat(fields)
  return Buffer.concat([Buffer.from([head, ...lengthOf(body.length)]), body])
}

/** A packet whose length is right and whose fields are not: one is missing, empty, twice, spoilt or in another's place. */
function misshape(random: Random, { head, fields }: Fields): Fields {
  if (fields.length === 0) return { head, fields: [random.bytes(random.int(4))] }
  const at = random.int(fields.length)
  const before = fields.slice(0, at)
  const own = fields[at] as Buffer
  const after = fields.slice(at + 1)
  const changed = random.pick([
    () => [...before, ...after],
    () => before,
    () => [...before, text(''), ...after],
    () => [...before, own, own, ...after],
    () => [...before, spoil(random, own), ...after],
    () => [...after, own, ...before],
  ])
  return { head, fields: changed() }
}

const ofVersion5 = (version: Version, ...fields: Buffer[]) => (version === 5 ? fields : [])

function properties(random: Random): Buffer {
  const known = [
    Buffer.concat([byte(0x26), text('a'), text('b')]),
    Buffer.concat([byte(0x26), text('__proto__'), text('b')]),
    Buffer.from([0x23, 0, 1]),
    Buffer.concat([byte(0x08), text('r')]),
    Buffer.from([0x11, 0, 0, 0, 60]),
    Buffer.from([0x21, 0, 0]),
    random.bytes(3),
  ]
  const chosen = Buffer.concat(
    Array.from({ length: random.chance(0.6) ? 0 : 1 + random.int(3) }, () => random.pick(known)),
  )
  return Buffer.concat([Buffer.from(lengthOf(chosen.length)), chosen])
}

/** A CONNECT whose flags say which fields it has; most of them sign in rightly. */
function connect(random: Random, version: Version, sn: string): Fields {
  const isRight = random.chance(0.85)
  const [hasUser, hasPassword] = isRight ? [true, true] : [random.chance(0.5), random.chance(0.5)]
  const hasWill = random.chance(0.3)
  const willQos = random.int(3)
  const flags =
    (hasUser ? 0x80 : 0) |
    (hasPassword ? 0x40 : 0) |
    (hasWill ? 0x04 | (willQos << 3) : 0) |
    (random.chance(0.8) ? 2 : 0)
  const will = [...ofVersion5(version, properties(random)), text(topic(random, sn)), text(json(random))]
  // Another client id each time, since two of the same end each other.
  return {
    head: 0x10,
    fields: [
      text(version === 3 ? 'MQIsdp' : 'MQTT'),
      byte(version),
      byte(flags),
      number16(random.pick([0, 1, 60, 65_535])),
      ...ofVersion5(version, properties(random)),
      text(random.chance(0.1) ? '' : `c${random.int(1e9)}`),
      ...(hasWill ? will : []),
      ...(hasUser ? [text(isRight ? sn : random.pick(['', 'NOBODY', 'x'.repeat(300), 'a\0b']))] : []),
      ...(hasPassword ? [text(isRight ? `device-${sn}` : random.pick(['', 'wrong', 'x'.repeat(200)]))] : []),
    ],
  }
}

function publish(random: Random, version: Version, sn: string): Fields {
  const path = topic(random, sn)
  const qos = random.pick([0, 1, 1, 2])
  return {
    head: 0x30 | (random.chance(0.2) ? 8 : 0) | (qos << 1) | (random.chance(0.3) ? 1 : 0),
    fields: [
      text(path),
      ...(qos > 0 ? [number16(random.pick([0, 1, 2, 3, 65_535]))] : []),
      ...ofVersion5(version, properties(random)),
      path.startsWith('spBv1.0') ? sparkplugPayload(random) : json(random),
    ],
  }
}

/** Packets with a number: receipts of each kind, subscriptions, and what only a server sends. */
function numbered(random: Random, version: Version, sn: string): Fields {
  const id = number16(random.pick([0, 1, 2, 3, 65_535]))
  const its = ofVersion5(version, properties(random))
  const reason = ofVersion5(version, byte(random.pick([0, 0, 0x87, 0x92])), properties(random))
  const filters = Array.from({ length: random.int(4) }, () =>
    text(random.chance(0.5) ? `v1/devices/${sn}/#` : topic(random, sn)),
  )
  const options = () => byte(random.pick([0, 1, 2, 2, 3, 0x2c]))
  return random.pick<Fields>([
    ...[0x40, 0x50, 0x62, 0x70].map((head) => ({ head, fields: [id, ...reason] })),
    { head: 0x82, fields: [id, ...its, ...filters.flatMap((filter) => [filter, options()])] },
    { head: 0x82, fields: [id, ...its, text(`v1/devices/${sn}/#`), byte(1)] },
    { head: 0xa2, fields: [id, ...its, ...filters] },
    { head: 0x90, fields: [id, ...its, byte(0), byte(0x80)] },
    { head: 0xb0, fields: [id, ...its, ...ofVersion5(version, byte(0))] },
  ])
}

/** Packets without a number and without a topic, of both sides. */
function bare(random: Random, version: Version, sn: string): Fields {
  return random.pick<() => Fields>([
    () => ({ head: 0xc0, fields: [] }),
    () => ({ head: 0xd0, fields: [] }),
    () => ({ head: 0x20, fields: [byte(0), byte(0), ...ofVersion5(version, properties(random))] }),
    () => ({ head: 0xe0, fields: ofVersion5(version, byte(random.pick([0, 4])), properties(random)) }),
    () => ({ head: 0xf0, fields: [byte(0x18), properties(random)] }),
    () => connect(random, version, sn),
  ])()
}

function nearlyRight(random: Random, made: Fields, misshapen: number): Buffer {
  const bytes = encode(random.chance(misshapen) ? misshape(random, made) : made)
  return random.chance(0.15) ? spoil(random, bytes) : bytes
}

/** What a device sends in one connection: packets of every kind in any order, many of them wrong. The first piece is sent alone. */
export function mqttPieces(random: Random, sn: string): Buffer[] {
  const version = random.pick([3, 4, 4, 5, 5] as const)
  const first = nearlyRight(random, connect(random, version, sn), 0.15)
  const rest = Array.from({ length: random.int(6) }, () => {
    const make = random.pick([publish, publish, numbered, numbered, bare])
    return nearlyRight(random, make(random, version, sn), 0.4)
  })
  return random.chance(0.05) ? [...rest, first] : [first, ...rest]
}
