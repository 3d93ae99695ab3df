import { createRequire } from 'node:module'
import type { UPayload } from 'sparkplug-payload/lib/sparkplugbpayload.js'
import { TELEMETRY_LIMITS, type Value } from '../../../../core/contract/telemetry.ts'
import type { SentQuality } from '../../fleet/fleet.ts'
import { WireMessage } from './wire-message.ts'

// CommonJS that Node's scan for names does not see through.
const load = createRequire(import.meta.url)
const codec = (load('sparkplug-payload') as typeof import('sparkplug-payload')).get('spBv1.0')

export interface SparkplugMetric {
  /** Absent where a birth certificate has an alias for it. */
  name: string | null
  alias: number | null
  /** Of Sparkplug's data types; null in data messages, whose types are in the birth certificate. */
  datatype: number | null
  /** The metric's time, else the message's; null when neither has one. */
  sent_time: number | null
  quality: SentQuality
  /** Undefined for what no point holds: data sets, templates, files, bytes. */
  read(datatype: number | null): Value | undefined
}

export interface SparkplugPayload {
  /** 0 to 255; null where the message needs none. */
  seq: number | null
  metrics: SparkplugMetric[]
}

const [INT8, INT16, INT32, INT64] = [1, 2, 3, 4] as const

/** Numbers of the fields that are read, by `sparkplug_b.proto`. */
const PAYLOAD = { timestamp: 1, metrics: 2, seq: 3 } as const
const METRIC = {
  name: 1,
  alias: 2,
  timestamp: 3,
  datatype: 4,
  is_null: 7,
  properties: 9,
  int: 10,
  long: 11,
  float: 12,
  double: 13,
  boolean: 14,
  string: 15,
} as const
const PROPERTIES = { keys: 1, values: 2 } as const
const PROPERTY = { int: 3, long: 4 } as const

const finite = (value: number): number | null => (Number.isFinite(value) ? value : null)

/** Signed integers travel as two's complement in unsigned fields. */
function signed(value: number, datatype: number | null): number {
  if (datatype === INT8) return (value << 24) >> 24
  if (datatype === INT16) return (value << 16) >> 16
  if (datatype === INT32) return value | 0
  return value
}

/** Of a metric, of which its quality is one. */
const MOST_PROPERTIES = 100

/** Sparkplug B 3.0, quality codes: 0 bad, 192 good, 500 stale, which is a value that cannot be trusted now. */
const QUALITY: Record<number, SentQuality> = { 0: 'bad', 192: 'good', 500: 'uncertain' }

function qualityOf(properties: WireMessage): SentQuality {
  const keys: string[] = []
  const values: WireMessage[] = []
  for (let field = properties.next(); field !== 0; field = properties.next()) {
    if (field === PROPERTIES.keys && keys.length < MOST_PROPERTIES) keys.push(properties.text())
    if (field === PROPERTIES.values && values.length < MOST_PROPERTIES) values.push(properties.message())
  }
  const property = values[keys.findIndex((key) => key.toLowerCase() === 'quality')]
  if (!property) return 'good'
  for (let field = property.next(); field !== 0; field = property.next()) {
    // Above 2^53 a double holds the nearest.
    if (field === PROPERTY.int || field === PROPERTY.long) return QUALITY[Number(property.integer())] ?? 'uncertain'
  }
  return 'uncertain'
}

function holding(field: number, metric: WireMessage): SparkplugMetric['read'] | undefined {
  if (field === METRIC.int) {
    const value = Number(BigInt.asUintN(32, metric.integer()))
    return (datatype) => signed(value, datatype)
  }
  if (field === METRIC.long) {
    const bits = metric.integer()
    return (datatype) => Number(datatype === INT64 ? BigInt.asIntN(64, bits) : bits)
  }
  const value = plainValueOf(field, metric)
  return value === undefined ? undefined : () => value
}

function plainValueOf(field: number, metric: WireMessage): Value | undefined {
  // A float's own digits: 21.1 in 32 bits is not 21.100000381469727.
  if (field === METRIC.float) return finite(Number(metric.float().toPrecision(7)))
  if (field === METRIC.double) return finite(metric.double())
  if (field === METRIC.boolean) return metric.integer() !== 0n
  if (field === METRIC.string) return metric.text()
  return undefined
}

function readMetric(message: WireMessage, time: number | null): SparkplugMetric {
  const metric: SparkplugMetric = {
    name: null,
    alias: null,
    datatype: null,
    sent_time: time,
    quality: 'good',
    read: () => undefined,
  }
  let isNull = false
  for (let field = message.next(); field !== 0; field = message.next()) {
    if (field === METRIC.name) metric.name = message.text() || null
    else if (field === METRIC.alias) metric.alias = Number(message.integer())
    else if (field === METRIC.timestamp) metric.sent_time = Number(message.integer())
    else if (field === METRIC.datatype) metric.datatype = Number(message.integer()) || null
    else if (field === METRIC.is_null) isNull = message.integer() !== 0n
    else if (field === METRIC.properties) metric.quality = qualityOf(message.message())
    else metric.read = holding(field, message) ?? metric.read
  }
  if (isNull) metric.read = () => null
  return metric
}

/**
 * A Sparkplug B payload; null when the bytes are none. Metrics are counted before any of them is read. The package's own
 * decoder also reads no value where the type is left out, which Sparkplug 3.0 asks of data messages.
 */
export function decodeSparkplug(payload: Uint8Array): SparkplugPayload | 'too_many_keys' | null {
  try {
    const message = new WireMessage(payload)
    const metrics: WireMessage[] = []
    let seq: number | null = null
    let time: number | null = null
    for (let field = message.next(); field !== 0; field = message.next()) {
      if (field === PAYLOAD.seq) seq = Number(message.integer())
      else if (field === PAYLOAD.timestamp) time = Number(message.integer())
      else if (field === PAYLOAD.metrics && metrics.push(message.message()) > TELEMETRY_LIMITS.keys)
        return 'too_many_keys'
    }
    return { seq, metrics: metrics.map((metric) => readMetric(metric, time)) }
  } catch {
    return null
  }
}

export function encodeSparkplug(payload: UPayload): Uint8Array {
  if (!codec) throw new Error('sparkplug-payload does not know spBv1.0')
  return codec.encodePayload(payload)
}
