import type { Binding, Range } from '../../contract/documents/screen.ts'
import type { Value } from '../../contract/telemetry.ts'
import { isSame } from '../../rules/expression/compile.ts'

/** Whether a range holds a value. `from` is inclusive, `to` exclusive; a range without bounds holds everything. */
export function holds({ from, to, is }: Range, value: Value): boolean {
  if (is !== undefined) return isSame(value, is)
  const number = typeof value === 'boolean' ? Number(value) : value
  if (from === undefined && to === undefined) return true
  if (typeof number !== 'number') return false
  return (from === undefined || number >= from) && (to === undefined || number < to)
}

/** A line through two points, held at its ends. Null where the bounds do not rise. */
export function scaled({ from, to }: NonNullable<Binding['scale']>, value: Value): number | null {
  const number = typeof value === 'boolean' ? Number(value) : value
  const [lower, upper] = from
  if (typeof number !== 'number' || !(lower < upper)) return null
  const share = Math.min(1, Math.max(0, (number - lower) / (upper - lower)))
  return to[0] + share * (to[1] - to[0])
}

/**
 * What a binding makes of an expression's value; undefined leaves the control's own property. No value is in no range,
 * and "otherwise" is for values: without one the control's own look stands, with its quality beside it.
 */
export function boundValueOf(binding: Binding, value: Value): unknown {
  const { ranges, otherwise, scale } = binding
  const isPlain = !ranges?.length && !scale
  if (value === null) return isPlain ? null : undefined
  if (isPlain) return value
  const range = ranges?.find((one) => holds(one, value))
  if (range) return range.gives
  if (scale) return scaled(scale, value) ?? otherwise
  return otherwise
}
