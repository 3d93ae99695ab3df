import { createRequire } from 'node:module'
import type * as Proto from 'sparkplug-payload/lib/sparkplugPayloadProto.js'
import { expect, test } from 'vitest'
import { decodeSparkplug, type SparkplugPayload } from './payload.ts'

const load = createRequire(import.meta.url)
const { Payload } = (load('sparkplug-payload/lib/sparkplugPayloadProto.js') as typeof Proto).org.eclipse.tahu.protobuf

const INT8 = 1
const INT64 = 4

const encode = (metrics: Proto.org.eclipse.tahu.protobuf.Payload.IMetric[]) =>
  Payload.encode({ timestamp: 1000, seq: 255, metrics }).finish()

const decode = (payload: Uint8Array) => decodeSparkplug(payload) as SparkplugPayload

/** Field 2 of a payload, which is a metric, of so many bytes. */
const metricOf = (...bytes: number[]) => [0x12, bytes.length, ...bytes]
const LAST_OF_UNKNOWN_TYPE = metricOf(0x0f)

test('values, names, times and qualities are those that were encoded', () => {
  const quality = (value: object) => ({ keys: ['unit', 'Quality'], values: [{ stringValue: 'bar' }, value] })
  const { seq, metrics } = decode(
    encode([
      { name: 'a', datatype: INT8, intValue: 2 ** 32 - 5, properties: quality({ intValue: 192 }) },
      { alias: 7, datatype: INT64, longValue: 9_000_000_000, timestamp: 2000, properties: quality({ longValue: 500 }) },
      { name: 'c', floatValue: 21.1, properties: quality({ intValue: 0 }) },
      { name: 'd', doubleValue: -1e300, properties: quality({ intValue: 3 }) },
      { name: 'e', doubleValue: Number.NaN, properties: { keys: ['unit'], values: [{ stringValue: 'bar' }] } },
      { name: 'f', booleanValue: true },
      { name: 'g', stringValue: '阀门' },
      { name: 'h', isNull: true, intValue: 1 },
      { name: '', bytesValue: new Uint8Array([1, 2]) },
    ]),
  )
  expect(seq).toBe(255)
  expect(
    metrics.map(({ name, alias, sent_time, quality, read, datatype }) => [
      name,
      alias,
      sent_time,
      quality,
      read(datatype),
    ]),
  ).toEqual([
    ['a', null, 1000, 'good', -5],
    [null, 7, 2000, 'uncertain', 9_000_000_000],
    ['c', null, 1000, 'bad', 21.1],
    ['d', null, 1000, 'uncertain', -1e300],
    ['e', null, 1000, 'good', null],
    ['f', null, 1000, 'good', true],
    ['g', null, 1000, 'good', '阀门'],
    ['h', null, 1000, 'good', null],
    [null, null, 1000, 'good', undefined],
  ])
})

test('a number of 64 bits has the sign that its type gives it', () => {
  const bytes = Buffer.from(metricOf(0x58, ...Array(9).fill(0xff), 0x01))
  const [metric] = decode(bytes).metrics
  expect(metric?.read(INT64)).toBe(-1)
  expect(metric?.read(null)).toBe(2 ** 64)
})

test('a message with too many metrics has none of them read', () => {
  const empty = (count: number) => Array(count).fill(metricOf()).flat()
  expect(decode(Buffer.from(empty(1000))).metrics).toHaveLength(1000)
  expect(decodeSparkplug(Buffer.from(empty(131_072)))).toBe('too_many_keys')
  expect(decodeSparkplug(Buffer.from([...LAST_OF_UNKNOWN_TYPE, ...empty(1000)]))).toBe('too_many_keys')
})

test('what no point holds is passed over, however much is in it', () => {
  const template = Array(60).fill(0x0f)
  const [metric] = decode(Buffer.from(metricOf(0x92, 0x01, template.length, ...template))).metrics
  expect(metric?.read(null)).toBeUndefined()
})

test('bytes that are no message are none', () => {
  const wrong = [
    LAST_OF_UNKNOWN_TYPE,
    [0x12],
    [0x12, 2, 0],
    [0x08],
    [0x08, 0x80],
    [0x08, ...Array(10).fill(0xff), 0x01],
    [0x09, 1, 2, 3],
    [0x00, 0],
    [0x12, 0xff, 0xff, 0xff, 0xff, 0xff, 0x01],
    metricOf(0x6d, 0, 0, 0, 0),
    metricOf(0x08, 1),
  ]
  for (const bytes of wrong) expect(decodeSparkplug(Buffer.from(bytes))).toBe(null)
  expect(decode(Buffer.alloc(0))).toEqual({ seq: null, metrics: [] })
})
