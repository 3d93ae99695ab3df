import type { Curve } from '../../../core/contract/history.ts'
import type { CurveRange } from './beyond.ts'

/**
 * A curve as it was asked for, with what lies around it from a wider and coarser answer, and the gaps of that one: whether
 * values come slowly or are missing shows only by their neighbours.
 */
export function withWider(curve: Curve, { from, to }: CurveRange, wider: Curve, asked: CurveRange): Curve {
  // Minutes beside raw values would be read for the same.
  if (wider.source !== curve.source) return wider
  const columnMs = (asked.to - asked.from) / asked.width
  const before = wider.rows.filter(([time]) => (time as number) + columnMs <= from)
  const after = wider.rows.filter(([time]) => (time as number) >= to)
  return { ...wider, rows: [...before, ...curve.rows, ...after] }
}
