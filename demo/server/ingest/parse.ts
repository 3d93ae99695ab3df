import { SentReading, TELEMETRY_LIMITS, TelemetryMessage } from '../../../core/contract/telemetry.ts'
import type { RefusalReason } from '../diagnostics/metrics.ts'

/** Values of one time as the device sent them; `sent_time` null means "now". */
export interface RawReading {
  sent_time: number | null
  values: Record<string, unknown>
}

/** The JSON of a payload, undefined when it is none. Bytes that are not UTF-8 are no JSON either. */
export function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(UTF8.decode(payload))
  } catch {
    return undefined
  }
}
const UTF8 = new TextDecoder('utf-8', { fatal: true })

const hasTooManyKeys = (reading: unknown): boolean => {
  const values = (reading as { values?: unknown } | null)?.values
  if (typeof values !== 'object' || values === null) return false
  let keys = 0
  // Counted before the schema walks it: 30,000 keys fit in 256 KB.
  for (const _ in values) if (++keys > TELEMETRY_LIMITS.keys) return true
  return false
}

/** A telemetry message's readings, oldest first, or why it is none. Single values are checked later. */
export function parseTelemetry(payload: Uint8Array): RawReading[] | RefusalReason {
  if (payload.length > TELEMETRY_LIMITS.messageBytes) return 'too_large'
  const json = parseJson(payload)
  if (json === undefined) return 'not_json'
  const isList = Array.isArray(json)
  if (isList && json.length > TELEMETRY_LIMITS.readings) return 'not_the_schema'
  if (isList ? json.some(hasTooManyKeys) : hasTooManyKeys(json)) return 'too_many_keys'
  const parsed = isList ? TelemetryMessage.safeParse(json) : SentReading.safeParse(json)
  if (!parsed.success) return 'not_the_schema'
  const readings = Array.isArray(parsed.data) ? parsed.data : [parsed.data]
  const raw = readings.map(({ ts, values }) => ({ sent_time: ts === undefined ? null : Math.round(ts), values }))
  // Readings without a time are of now, so they come last; the sort keeps the order of equals.
  return raw.length < 2 ? raw : raw.sort((a, b) => (a.sent_time ?? Infinity) - (b.sent_time ?? Infinity))
}
