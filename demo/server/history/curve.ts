import { sql } from 'kysely'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { numbers } from '../db/sql-array.ts'
import { openTurns } from '../limits/turns.ts'
import { type Bucket, decodeMinutes, hourOf, minuteOf, summed, toBuckets } from './buckets.ts'
import { type Read, readSeries } from './history.ts'
import type { OpenMinutes } from './open-minutes.ts'
import { addRange, decodeSeries, emptySeries, inOrder, isMeasured, type Series } from './series.ts'
import { type Silence, silencesIn } from './silences.ts'

/** `data_time` is the first millisecond of the pixel column. */
export type CurveRow = [data_time: number, min: number, max: number, first: number, last: number, count: number]
export type CurveSource = 'raw' | 'minute' | 'hour'
export interface Curve {
  source: CurveSource
  rows: CurveRow[]
  /** Where no value came for too long, ascending; none shorter than a pixel column. */
  gaps: Silence[]
  /** Of all values that are counted; null where there is none. */
  mean: number | null
}

/** Six hours and eight days, each with what a screen asks beyond its edges so that lines reach them. */
const edgesMs = HOUR_MS / 4
const rawUpToMs = 6 * HOUR_MS + edgesMs
const minutesUpToMs = 8 * DAY_MS + edgesMs

/**
 * What to draw of [from, to) on `width` pixel columns: first, min, max and last of each column (M4). From raw samples
 * exactly; of minutes and hours each belongs to the column in which it starts, the first one may start before `from`. A
 * value is stale after `staleMs`: what is between it and the next one is a gap, and sooner where the device was `away`.
 */
export async function readCurve(
  read: Read,
  open: OpenMinutes,
  point_id: number,
  from: number,
  to: number,
  width: number,
  staleMs: number,
  away: readonly Silence[] = [],
): Promise<Curve> {
  const span = to - from
  const gaps = (times: ArrayLike<number>, bucketMs: number) =>
    silencesIn(times, { staleMs, bucketMs, leastMs: span / width, away })
  const column = (time: number) => Math.max(0, Math.floor(((time - from) * width) / span))
  // Up to whole ms, so that no value is before its own column nor in the next one; the rest is for what division leaves.
  const start = (index: number) => from + Math.ceil((index * span) / width - 0.001)
  if (span <= rawUpToMs) {
    const series = await readSeries(read, open, point_id, from, to)
    const measured = series.times.flatMap((_, i) => (isMeasured(series, i) ? i : []))
    const times = measured.map((i) => series.times[i] as number)
    const sum = measured.reduce((all, i) => all + (series.values[i] as number), 0)
    const rows = columnsOfSeries(series, column, start)
    return { source: 'raw', rows, gaps: gaps(times, 0), mean: meanOf(sum, times.length) }
  }
  const source = span <= minutesUpToMs ? 'minute' : 'hour'
  const buckets = await readBuckets(read, open, point_id, from, to, source)
  const starts = buckets.map(({ t0 }) => t0)
  const bucketMs = source === 'minute' ? MINUTE_MS : HOUR_MS
  const [sum, count] = [buckets.reduce((all, one) => all + one.sum, 0), buckets.reduce((all, { n }) => all + n, 0)]
  const rows = columnsOfBuckets(buckets, column, start)
  return { source, rows, gaps: gaps(starts, bucketMs), mean: meanOf(sum, count) }
}

const meanOf = (sum: number, count: number): number | null => (count > 0 ? sum / count : null)

function columnsOfSeries(
  series: Series,
  column: (time: number) => number,
  start: (index: number) => number,
): CurveRow[] {
  const rows: CurveRow[] = []
  let row: CurveRow | undefined
  let current = -1
  for (let i = 0; i < series.times.length; i++) {
    if (!isMeasured(series, i)) continue
    const value = series.values[i] as number
    const index = column(series.times[i] as number)
    if (row === undefined || index !== current) {
      current = index
      row = [start(index), value, value, value, value, 0]
      rows.push(row)
    }
    if (value < row[1]) row[1] = value
    if (value > row[2]) row[2] = value
    row[4] = value
    row[5]++
  }
  return rows
}

function columnsOfBuckets(
  buckets: readonly Bucket[],
  column: (time: number) => number,
  start: (index: number) => number,
): CurveRow[] {
  const byColumn = new Map<number, Bucket[]>()
  for (const bucket of buckets) {
    const index = column(bucket.t0)
    const list = byColumn.get(index)
    if (list) list.push(bucket)
    else byColumn.set(index, [bucket])
  }
  return [...byColumn].map(([index, list]) => {
    const { min, max, first, last, n } = summed(list, 0) as Bucket
    return [start(index), min, max, first, last, n]
  })
}

type Kind = 'hour' | 'late' | 'rollup'
interface Row {
  kind: Kind
  t0: number
  data: Uint8Array | null
  n: number
  vmin: number
  vmax: number
  vsum: number
  vfirst: number
  vlast: number
}

/** Minutes or hours of a point that overlap [from, to), ascending. Hours with samples outside their roll-up are made anew. */
export async function readBuckets(
  read: Read,
  open: OpenMinutes,
  point_id: number,
  from: number,
  to: number,
  source: 'minute' | 'hour',
): Promise<Bucket[]> {
  const startOf = source === 'hour' ? hourOf : minuteOf
  const start = hourOf(from)
  const newest = open.series(point_id, start, hourOf(to - 1) + HOUR_MS)
  const openHours = [...new Set(newest.times.map(hourOf))]
  const rows = await readRows(read, point_id, start, hourOf(to - 1) + HOUR_MS, openHours, source)
  const buckets: Bucket[] = []
  /** Of each hour to which samples came since its roll-up: its chunk, then its minutes. */
  const changed = new Map<number, Uint8Array[]>(openHours.map((hour) => [hour, []]))
  const turns = openTurns(Number.POSITIVE_INFINITY)
  for (const row of rows) {
    const data = row.data as Uint8Array
    if (row.kind !== 'rollup') changed.set(hourOf(row.t0), [...(changed.get(hourOf(row.t0)) ?? []), data])
    else if (source === 'minute') buckets.push(...decodeMinutes(data, row.t0))
    else buckets.push(toBucket(row))
    await turns.pause()
  }
  for (const [hour, chunks] of changed) {
    const fresh = emptySeries()
    for (const data of chunks) {
      decodeSeries(data, fresh)
      await turns.pause()
    }
    addRange(fresh, newest, hour, hour + HOUR_MS)
    buckets.push(...toBuckets(inOrder(fresh), source === 'hour' ? HOUR_MS : MINUTE_MS))
  }
  return buckets.filter(({ t0 }) => t0 >= startOf(from) && t0 < to).sort((a, b) => a.t0 - b.t0)
}

const toBucket = ({ t0, n, vmin, vmax, vsum, vfirst, vlast }: Row): Bucket => {
  return { t0, n, min: vmin, max: vmax, sum: vsum, first: vfirst, last: vlast }
}

/**
 * Roll-ups of the hours that are complete; of an hour to which samples came since, its chunk and these minutes. One
 * statement, so that a merge in between is seen whole or not at all.
 */
async function readRows(
  read: Read,
  point_id: number,
  start: number,
  end: number,
  openHours: readonly number[],
  source: 'minute' | 'hour',
): Promise<Row[]> {
  const minutes = sql.raw(source === 'minute' ? 'm1' : 'null::bytea')
  const { rows } = await read((q) =>
    sql<Row>`
      with late as materialized (
        select t0, seq, data from tlm_minute where point_id = ${point_id} and t0 >= ${start} and t0 < ${end}
      ), changed as materialized (
        select t0 - t0 % ${HOUR_MS}::bigint as t0 from late union select unnest(${numbers(openHours)}::bigint[])
      )
      select 1 as place, 'rollup' as kind, t0, 0::bigint as seq, ${minutes} as data, n, vmin, vmax, vsum, vfirst, vlast
        from tlm_rollup where point_id = ${point_id} and t0 >= ${start} and t0 < ${end}
          and t0 not in (select t0 from changed)
      union all
      select 2, 'hour', t0, 0, data, 0, 0, 0, 0, 0, 0
        from tlm_hour where point_id = ${point_id} and t0 >= ${start} and t0 < ${end} and t0 in (select t0 from changed)
      union all
      select 3, 'late', t0, seq, data, 0, 0, 0, 0, 0, 0 from late
      order by place, t0, seq`.execute(q),
  )
  return rows
}
