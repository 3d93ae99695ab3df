import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Curve } from '../../../core/contract/history.ts'
import type { ChartSeries } from '../../kit/chart/series.ts'

const BUCKET_MS = { raw: 0, minute: 60_000, hour: HOUR_MS } as const
/** Pixel columns for which the last value before a gap can still be read at the cursor: as wide as its dot. */
const READ_COLUMNS = 3
/** Steps of the pace of the last values after which the next one is missed. */
const PACES = 3

export interface CurveSpan {
  from: number
  to: number
  /** Pixel columns that were requested. */
  width: number
  /** Where a time of the curve is drawn; where it was when left out. */
  shift?: (time: number) => number
  /** A value that no newer one followed for so long can no longer be read at the cursor; it can at any later time when left out. */
  freshMs?: number
}

type Row = readonly [time: number, min: number, max: number, first: number, last: number, count: number]

/** Rows whose six columns are numbers; a column in which nothing could be counted has none. */
function numericRows(rows: Curve['rows']): Row[] {
  return rows.filter((row) => row.every((cell) => typeof cell === 'number')) as unknown as Row[]
}

/**
 * A curve of the server as the chart draws it. Raw: first, lowest, highest and last of each pixel column (M4), so that
 * the drawn outline is exact. Minutes and hours: a line from first to last with a band from lowest to highest. Where the
 * server says that nothing came the line is broken: it is not for us to guess what was in between.
 */
export function curveSeries(
  curve: Curve,
  { from, to, width, shift = (time) => time, freshMs }: CurveSpan,
): Pick<ChartSeries, 'points' | 'band'> {
  const columnMs = (to - from) / width
  const bucketMs = Math.max(columnMs, BUCKET_MS[curve.source])
  const isRaw = curve.source === 'raw'
  const isAfterGap = gapsBefore(curve)
  const points: number[] = []
  const band: number[] = []
  let before: number | null = null
  for (const [time, min, max, first, last, count] of numericRows(curve.rows)) {
    const at = shift(time)
    if (isAfterGap(time) && before !== null) {
      const end = Math.min(before + bucketMs + READ_COLUMNS * columnMs, (before + at) / 2)
      points.push(Math.max(end, points.at(-2) ?? end), Number.NaN)
      band.push(before + bucketMs, Number.NaN, Number.NaN)
    }
    before = at
    if (count === 1) points.push(at, first)
    else if (isRaw)
      points.push(at, first, at + bucketMs / 4, min, at + bucketMs / 2, max, at + (bucketMs * 3) / 4, last)
    else points.push(at, first, at + bucketMs * 0.99, last)
    band.push(at, min, max, at + bucketMs * 0.99, min, max)
  }
  const end = points.at(-2)
  if (freshMs !== undefined && end !== undefined) {
    // Values may come at a slower pace than the device reports now, and minutes and hours stand for all of their time.
    const [earlier = end, value = Number.NaN] = points.slice(-4)
    const paceMs = Number.isNaN(value) ? 0 : end - earlier
    const last = end + Math.max(freshMs, PACES * paceMs, 2 * bucketMs)
    if (last < to) points.push(last, Number.NaN)
  }
  return { points: Float64Array.from(points), ...(!isRaw && { band: Float64Array.from(band) }) }
}

/** Whether a gap ends in the column that begins at a time; to be called with ascending times. */
function gapsBefore({ rows, gaps = [] }: Curve): (time: number) => boolean {
  const starts = rows.map(([time]) => time as number)
  let [row, gap] = [0, 0]
  return (time) => {
    while (row < starts.length && (starts[row] as number) <= time) row += 1
    const next = starts[row] ?? Number.POSITIVE_INFINITY
    const known = gap
    while (gap < gaps.length && (gaps[gap]?.[1] as number) < next) gap += 1
    return gap > known
  }
}
