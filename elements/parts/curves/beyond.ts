import { MAX_CURVE_WIDTH } from '../../../core/contract/history.ts'

export interface CurveRange {
  from: number
  to: number
  /** Pixel columns. */
  width: number
}

/** So many reports beyond each edge: one is there unless a few were lost. */
const REPORTS = 2

/**
 * A stretch with a little more at both ends, so that a line goes on to the edges of its plot. The columns stay those of
 * the screen; where so many more would be too many, they are still far finer than the reports.
 */
export function beyond({ from, to, width }: CurveRange, report_interval_s: number): CurveRange {
  const marginMs = REPORTS * report_interval_s * 1000
  const columnMs = (to - from) / width
  const more = Math.max(1, Math.ceil(marginMs / columnMs))
  const isFine = width + 2 * more <= MAX_CURVE_WIDTH
  const edgeMs = isFine ? more * columnMs : marginMs
  return {
    from: Math.max(0, Math.floor(from - edgeMs)),
    to: Math.ceil(to + edgeMs),
    width: isFine ? width + 2 * more : MAX_CURVE_WIDTH,
  }
}

/** Whether anything of a curve is seen: a value in the stretch, or a line that passes through it. Pairs of time, value. */
export function isSeen(points: Float64Array, from: number, to: number): boolean {
  let isLineBefore = false
  for (let at = 0; at < points.length; at += 2) {
    const [time, value] = [points[at] as number, points[at + 1] as number]
    const isValue = !Number.isNaN(value)
    if (isValue && time >= from && (time <= to || isLineBefore)) return true
    if (time > to) return false
    isLineBefore = isValue
  }
  return false
}
