import { ApiError } from '../../../core/contract/api-error.ts'
import type { HistoryRow } from '../../../core/contract/history.ts'
import type { LiveDevice, LivePoint } from '../fleet/fleet.ts'
import { asValue, type RawHistory } from '../fleet/raw-history.ts'
import { WrongField } from '../http/field-errors.ts'
import { openTurns } from '../limits/turns.ts'
import type { TimeRow } from './in-force.ts'

/** Refuses a range that has no inside with 110542. */
export function requireRange(start: number, end: number): void {
  if (start < 0 || end <= start) throw new ApiError('110542')
}

/** The points of these keys; a key that the device does not show is wrong at its field. */
export function pointsOf(device: LiveDevice, keys: readonly string[], field: string): LivePoint[] {
  return [...new Set(keys)].map((key) => {
    const point = device.points.get(key)
    if (!point?.is_added)
      throw new WrongField(field, { zh: `设备没有数据项 ${key}`, en: `names no point of the device: ${key}` })
    return point
  })
}

/**
 * Values of several points in [start, end), newest first, at most `limit` (more only where one time alone has more).
 * `next` is the `end` that goes on, null when nothing older is left.
 */
export async function mergedRows(
  raw: RawHistory,
  points: readonly LivePoint[],
  start: number,
  end: number,
  limit: number,
  gone?: AbortSignal,
): Promise<{ rows: HistoryRow[]; next: number | null }> {
  let rows: HistoryRow[] = []
  const turns = openTurns(Number.POSITIVE_INFINITY)
  for (const point of points) {
    if (gone?.aborted) break
    // One more than requested: it shows whether anything is left.
    const samples = await raw.raw(point.point_id, start, end, limit + 1, 'desc')
    for (const sample of samples) rows.push({ key: point.key, ...asValue(point, sample) })
    rows = newestOf(rows, limit)
    await turns.pause()
  }
  const firstLeft = rows[limit]
  if (!firstLeft) return { rows, next: null }
  // A page ends between two times, because the next one begins below one.
  const isWhole = rows[limit - 1]?.data_time !== firstLeft.data_time
  const firstOfTime = rows.findIndex(({ data_time }) => data_time === firstLeft.data_time)
  const cut = isWhole ? limit : firstOfTime
  if (cut > 0) return { rows: rows.slice(0, cut), next: (rows[cut - 1] as HistoryRow).data_time }
  const sameTime = rows.filter(({ data_time }) => data_time === firstLeft.data_time)
  return { rows: sameTime, next: firstLeft.data_time }
}

/** Values of several points in [start, end) by their times, newest first; null where there are more than `most` times. */
export async function rowsByTime(
  raw: RawHistory,
  points: readonly LivePoint[],
  start: number,
  end: number,
  most: number,
  gone?: AbortSignal,
): Promise<TimeRow[] | null> {
  const byTime = new Map<number, TimeRow['values']>()
  const turns = openTurns(Number.POSITIVE_INFINITY)
  for (const point of points) {
    if (gone?.aborted) break
    for (const sample of await raw.raw(point.point_id, start, end, most + 1, 'desc')) {
      const { data_time, ...value } = asValue(point, sample)
      const values = byTime.get(data_time) ?? new Map()
      byTime.set(data_time, values.set(point.key, value))
    }
    if (byTime.size > most) return null
    await turns.pause()
  }
  return [...byTime].map(([data_time, values]) => ({ data_time, values })).sort((a, b) => b.data_time - a.data_time)
}

/** Rows of one value (newest first) by their times. */
export function byTimes(rows: readonly HistoryRow[]): TimeRow[] {
  const times: TimeRow[] = []
  for (const { data_time, key, ...value } of rows) {
    const last = times.at(-1)
    if (last?.data_time === data_time) last.values.set(key, value)
    else times.push({ data_time, values: new Map([[key, value]]) })
  }
  return times
}

/** Rows by their times as rows of one value, in the order of the points within a time. */
export const byValues = (times: readonly TimeRow[], points: readonly LivePoint[]): HistoryRow[] =>
  times.flatMap(({ data_time, values }) =>
    points.flatMap(({ key }) => {
      const value = values.get(key)
      return value ? [{ data_time, key, ...value }] : []
    }),
  )

/** The newest `limit` rows, and those of the time of the one that follows them. Keeps the order of the points within a time. */
function newestOf(rows: HistoryRow[], limit: number): HistoryRow[] {
  rows.sort((a, b) => b.data_time - a.data_time)
  const firstLeft = rows[limit]
  return firstLeft ? rows.filter(({ data_time }) => data_time >= firstLeft.data_time) : rows
}
