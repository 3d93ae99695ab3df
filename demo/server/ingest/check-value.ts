import type { DataType } from '../../../core/contract/device.ts'
import { MOST_TEXT, PointKey, TELEMETRY_LIMITS, type Value } from '../../../core/contract/telemetry.ts'
import { storable } from '../db/storable.ts'
import type { RefusalReason } from '../diagnostics/metrics.ts'
import type { SentQuality } from '../fleet/fleet.ts'

export interface CheckedValue {
  value: Value
  quality: SentQuality
}

const NO_VALUE: CheckedValue = { value: null, quality: 'bad' }

const isPointKey = (key: string): boolean => PointKey.safeParse(key).success

/** Null for what counts as no value: `1e999` is a number by JSON's grammar and infinite in JavaScript. */
function asValue(sent: unknown): Value | undefined {
  if (typeof sent === 'number') return Number.isFinite(sent) ? sent : null
  if (typeof sent === 'string') return sent.length <= MOST_TEXT ? sent : undefined
  return typeof sent === 'boolean' || sent === null ? sent : undefined
}

const QUALITIES: ReadonlySet<unknown> = new Set<SentQuality>(['good', 'uncertain', 'bad'])

/**
 * A value as it is sent, alone or with a quality; the reason when it is none. Null is "no value", and bad. Read by hand: tens of
 * thousands come in one message, and a schema needs thirty times as long for one that is none.
 */
export function readValue(sent: unknown): CheckedValue | RefusalReason {
  const alone = asValue(sent)
  if (alone !== undefined) return checkedValue(alone, 'good')
  if (typeof sent !== 'object' || sent === null) return 'type'
  const { value: inside, quality } = sent as { value?: unknown; quality?: unknown }
  const value = asValue(inside)
  return value === undefined || !QUALITIES.has(quality) ? 'type' : checkedValue(value, quality as SentQuality)
}

function checkedValue(value: Value, quality: SentQuality): CheckedValue {
  if (value === null) return NO_VALUE
  return { value: typeof value === 'string' ? storable(value) : value, quality }
}

/** Whether a value is of the point's type; nothing is converted: a controller that says "1" for 1 is wrongly set up. */
export function fits(value: Value, data_type: DataType): boolean {
  if (value === null) return true
  if (data_type === 'enum') return Number.isSafeInteger(value)
  return typeof value === data_type
}

/** The type of a point that only the device knows; null when the value shows none. */
export const typeOf = (value: Value): DataType | null =>
  value === null ? null : (typeof value as 'number' | 'boolean' | 'string')

/** What a message's readings name beyond the points that are known. */
interface UnknownKeys {
  types: Map<string, DataType>
  /** What no point may be called. */
  wrong: string[]
  /** Whether there are names beyond those that were looked at. */
  isCut: boolean
}

/** Names no more than a device may have points: a message has room for tens of thousands. */
export function unknownKeys(
  readings: readonly { values: Record<string, unknown> }[],
  isKnown: (key: string) => boolean,
): UnknownKeys {
  const found: UnknownKeys = { types: new Map(), wrong: [], isCut: false }
  const isName = new Map<string, boolean>()
  for (const { values } of readings) {
    for (const key in values) {
      if (isKnown(key) || found.types.has(key)) continue
      if (!isName.has(key)) {
        found.isCut ||= isName.size >= TELEMETRY_LIMITS.keys
        if (found.isCut) continue
        isName.set(key, isPointKey(key))
        if (!isName.get(key)) found.wrong.push(key)
      }
      if (!isName.get(key)) continue
      const read = readValue(values[key])
      const type = typeof read === 'string' ? null : typeOf(read.value)
      if (type !== null) found.types.set(key, type)
    }
  }
  return found
}
