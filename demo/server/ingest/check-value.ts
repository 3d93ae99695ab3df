import type { DataType } from '../../../core/contract/device.ts'
import { PointKey, SentValue, type Value } from '../../../core/contract/telemetry.ts'
import { storable } from '../db/storable.ts'
import type { RefusalReason } from '../diagnostics/metrics.ts'
import type { SentQuality } from '../fleet/fleet.ts'

export interface CheckedValue {
  value: Value
  quality: SentQuality
}

const NO_VALUE: CheckedValue = { value: null, quality: 'bad' }

export const isPointKey = (key: string): boolean => PointKey.safeParse(key).success

/** `1e999` is a number by JSON's grammar and infinite in JavaScript: it counts as no value. */
const isInfinite = (value: unknown): boolean => typeof value === 'number' && !Number.isFinite(value)

/** A value as it was sent, alone or with a quality; the reason when it is neither. Null is "no value", and bad. */
export function readValue(sent: unknown): CheckedValue | RefusalReason {
  if (sent === null || isInfinite(sent)) return NO_VALUE
  const parsed = SentValue.safeParse(sent)
  if (!parsed.success) return isInfinite((sent as { value?: unknown }).value) ? NO_VALUE : 'type'
  if (typeof parsed.data !== 'object' || parsed.data === null) return checkedValue(parsed.data, 'good')
  return checkedValue(parsed.data.value, parsed.data.quality)
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
