import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Curve } from '../../../core/contract/history.ts'
import type { ChartSeries } from '../../kit/chart/series.ts'

const BUCKET_MS = { raw: 0, minute: 60_000, hour: HOUR_MS } as const
/** This many usual distances without a value are a gap. */
const GAP_DISTANCES = 3

export interface CurveSpan {
  from: number
  to: number
  /** Pixel columns that were requested. */
  width: number
  report_interval_s: number
  /** Where a time of the curve is drawn; where it was when left out. */
  shift?: (time: number) => number
}

type Row = readonly [time: number, min: number, max: number, first: number, last: number, count: number]

/** Rows whose six columns are numbers; a column in which nothing could be counted has none. */
function numericRows(rows: Curve['rows']): Row[] {
  return rows.filter((row) => row.every((cell) => typeof cell === 'number')) as unknown as Row[]
}

/**
 * A curve of the server as the chart draws it. Raw: first, lowest, highest and last of each pixel column (M4), so that
 * the drawn outline is exact. Minutes and hours: a line from first to last with a band from lowest to highest. A
 * stretch without values stays open.
 */
export function curveSeries(
  curve: Curve,
  { from, to, width, report_interval_s, shift = (time) => time }: CurveSpan,
): Pick<ChartSeries, 'points' | 'band'> {
  const rows = numericRows(curve.rows)
  const columnMs = (to - from) / width
  const bucketMs = Math.max(columnMs, BUCKET_MS[curve.source])
  const gapMs = GAP_DISTANCES * Math.max(bucketMs, report_interval_s * 1000, usualDistance(rows))
  const isRaw = curve.source === 'raw'
  const points: number[] = []
  const band: number[] = []
  let before: number | null = null
  for (const [time, min, max, first, last, count] of rows) {
    const at = shift(time)
    if (before !== null && at - before > gapMs) {
      points.push(before + bucketMs, Number.NaN)
      band.push(before + bucketMs, Number.NaN, Number.NaN)
    }
    before = at
    if (count === 1) points.push(at, first)
    else if (isRaw)
      points.push(at, first, at + bucketMs / 4, min, at + bucketMs / 2, max, at + (bucketMs * 3) / 4, last)
    else points.push(at, first, at + bucketMs * 0.99, last)
    band.push(at, min, max, at + bucketMs * 0.99, min, max)
  }
  return { points: Float64Array.from(points), ...(!isRaw && { band: Float64Array.from(band) }) }
}

/** The median of the distances between neighbours, ms: imported history may be sparser than what the device sends now. */
function usualDistance(rows: readonly Row[]): number {
  const distances = rows.slice(1).map(([time], index) => time - (rows[index] as Row)[0])
  return distances.sort((a, b) => a - b)[Math.floor(distances.length / 2)] ?? 0
}
