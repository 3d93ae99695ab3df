import type { Point } from '../../../core/contract/device.ts'
import type { Value } from '../../../core/contract/telemetry.ts'

/** What is wrong with a new value before it is sent: the name of a text; null when nothing is. */
export function problemOf(
  value: Value,
  { data_type, write_min, write_max }: Point,
): 'missing' | 'outside' | 'tooLong' | null {
  if (value === null) return 'missing'
  if (data_type === 'string') return String(value).length > 1024 ? 'tooLong' : null
  if (data_type !== 'number') return null
  const number = Number(value)
  const isBelow = write_min !== null && number < write_min
  const isAbove = write_max !== null && number > write_max
  return isBelow || isAbove ? 'outside' : null
}

/** Whether a number that is being typed is outside of the range whatever digits follow. */
export const isBeyond = (typed: number, { write_min, write_max }: Point): boolean =>
  (typed > 0 && write_max !== null && typed > write_max) || (typed < 0 && write_min !== null && typed < write_min)

/** The value a field starts from: what the point has now, where that is of its type. */
export function startOf(now: Value | undefined, { data_type }: Point): Value {
  if (data_type === 'boolean') return typeof now === 'boolean' ? now : now === 1
  if (data_type === 'string') return typeof now === 'string' ? now : ''
  return typeof now === 'number' ? now : null
}

/** One unit of the last digit that the point shows. */
export const stepOf = (decimals: number | null): number => 10 ** -(decimals ?? 0)
