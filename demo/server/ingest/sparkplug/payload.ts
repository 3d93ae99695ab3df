import { createRequire } from 'node:module'
import type { UPayload } from 'sparkplug-payload/lib/sparkplugbpayload.js'
import type * as Proto from 'sparkplug-payload/lib/sparkplugPayloadProto.js'
import type { Value } from '../../../../core/contract/telemetry.ts'
import type { SentQuality } from '../../fleet/fleet.ts'

// CommonJS that Node's scan for names does not see through.
const load = createRequire(import.meta.url)
const codec = (load('sparkplug-payload') as typeof import('sparkplug-payload')).get('spBv1.0')
// The package's own decoder reads no value where the type is left out, which Sparkplug 3.0 asks of data messages.
const { Payload } = (load('sparkplug-payload/lib/sparkplugPayloadProto.js') as typeof Proto).org.eclipse.tahu.protobuf
type ProtoMetric = Proto.org.eclipse.tahu.protobuf.Payload.IMetric

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
const isSet = <T>(value: T | null | undefined): value is T => value !== null && value !== undefined

/** 64 bits come as Long; above 2^53 a double holds the nearest. */
const numberOf = (value: unknown): number | null => {
  const number = isSet(value) ? Number(value) : Number.NaN
  return Number.isFinite(number) ? number : null
}

/** Signed integers travel as two's complement in unsigned fields. */
function signed(value: number, datatype: number | null): number {
  if (datatype === INT8) return (value << 24) >> 24
  if (datatype === INT16) return (value << 16) >> 16
  if (datatype === INT32) return value | 0
  return value
}

function read(metric: ProtoMetric, datatype: number | null): Value | undefined {
  const own = (field: keyof ProtoMetric) => Object.hasOwn(metric, field) && isSet(metric[field])
  if (metric.isNull) return null
  if (own('intValue')) return signed(metric.intValue as number, datatype)
  if (own('longValue')) {
    const bits = BigInt(String(metric.longValue))
    return Number(datatype === INT64 ? BigInt.asIntN(64, bits) : BigInt.asUintN(64, bits))
  }
  // A float's own digits: 21.1 in 32 bits is not 21.100000381469727.
  if (own('floatValue')) return numberOf(Number((metric.floatValue as number).toPrecision(7)))
  if (own('doubleValue')) return numberOf(metric.doubleValue)
  if (own('booleanValue')) return metric.booleanValue as boolean
  if (own('stringValue')) return metric.stringValue as string
  return undefined
}

/** Sparkplug B 3.0, quality codes: 0 bad, 192 good, 500 stale, which is a value that cannot be trusted now. */
const QUALITY: Record<number, SentQuality> = { 0: 'bad', 192: 'good', 500: 'uncertain' }

function qualityOf({ properties }: ProtoMetric): SentQuality {
  const at = properties?.keys?.findIndex((key) => key.toLowerCase() === 'quality') ?? -1
  const property = properties?.values?.[at]
  if (!property) return 'good'
  const code = numberOf(property.intValue ?? property.longValue)
  return code === null ? 'uncertain' : (QUALITY[code] ?? 'uncertain')
}

/** A Sparkplug B payload, null when the bytes are none. */
export function decodeSparkplug(payload: Uint8Array): SparkplugPayload | null {
  try {
    const decoded = Payload.decode(payload)
    const own = (of: object, field: string) =>
      Object.hasOwn(of, field) ? numberOf(of[field as keyof typeof of]) : null
    const time = own(decoded, 'timestamp')
    const metrics = (decoded.metrics ?? []).map((metric) => ({
      name: metric.name || null,
      alias: own(metric, 'alias'),
      datatype: own(metric, 'datatype') || null,
      sent_time: own(metric, 'timestamp') ?? time,
      quality: qualityOf(metric),
      read: (datatype: number | null) => read(metric, datatype),
    }))
    return { seq: own(decoded, 'seq'), metrics }
  } catch {
    return null
  }
}

export function encodeSparkplug(payload: UPayload): Uint8Array {
  if (!codec) throw new Error('sparkplug-payload does not know spBv1.0')
  return codec.encodePayload(payload)
}
