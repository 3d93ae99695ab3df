import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../catalogue/durations.ts'
import type { WeekStart } from '../../contract/week-start.ts'
import { wallClock } from '../../text/wall-clock.ts'

export const BUCKETS = ['hour', 'day', 'week'] as const
export type Bucket = (typeof BUCKETS)[number]

/** Days since Monday. */
const FIRST_DAYS: Record<WeekStart, number> = { monday: 0, saturday: 5, sunday: 6 }

const QUARTER_MS = 15 * MINUTE_MS
export const PERIOD_MS = 10 * MINUTE_MS

/** Hours, days and weeks as the clocks of a time zone show them. Days last 23 to 25 hours. */
export function calendarOf(timeZone: string, weekStart: WeekStart = 'monday') {
  const wall = wallClock(timeZone)
  const dayOf = (time: number) => Math.floor(wall(time) / DAY_MS)
  // 1 January 1970 was a Thursday; 0 is Monday.
  const weekdayOf = (time: number) => (((dayOf(time) + 3) % 7) + 7) % 7

  function startOfDay(time: number): number {
    const day = dayOf(time)
    // A day begins at a whole quarter of an hour, within the 26 hours before any time of it.
    let before = Math.floor((time - 26 * HOUR_MS) / QUARTER_MS)
    let inside = Math.floor(time / QUARTER_MS)
    while (inside - before > 1) {
      const middle = Math.floor((inside + before) / 2)
      if (dayOf(middle * QUARTER_MS) === day) inside = middle
      else before = middle
    }
    return inside * QUARTER_MS
  }

  /** Where days begin: from the one that `start` is in to the first that does not begin before `end`. */
  function days(start: number, end: number): number[] {
    const edges = [startOfDay(start)]
    for (let at = edges[0] as number; at < end; ) {
      // Half a day after a day's end is in the next one, whatever daylight saving does.
      at = startOfDay(at + 36 * HOUR_MS)
      edges.push(at)
    }
    return edges
  }

  /** Parts of a day of a fixed length, counted from its midnight; the last may be shorter. */
  function parts(start: number, end: number, lengthMs: number): number[] {
    const edges: number[] = []
    const dayEdges = days(start, end)
    dayEdges.forEach((day, i) => {
      const next = dayEdges[i + 1] ?? day + 1
      for (let at = day; at < next; at += lengthMs) edges.push(at)
    })
    const first = edges.findLastIndex((edge) => edge <= start)
    const last = edges.findIndex((edge) => edge >= end)
    return edges.slice(first, last + 1)
  }

  return {
    days,
    /** The edges of ten-minute periods, `00:00` to `00:10` and so on. */
    periods: (start: number, end: number): number[] => parts(start, end, PERIOD_MS),
    /** The edges of buckets: the first is not after `start`, the last not before `end`. */
    buckets(start: number, end: number, bucket: Bucket): number[] {
      if (bucket === 'hour') return parts(start, end, HOUR_MS)
      const edges = days(start, end)
      if (bucket === 'day') return edges
      const today = edges[0] as number
      // Noon of a day is in it, whatever daylight saving does on the way.
      const dayOfWeek = (weekdayOf(today) - FIRST_DAYS[weekStart] + 7) % 7
      const first = startOfDay(today + DAY_MS / 2 - dayOfWeek * DAY_MS)
      const weeks = [first]
      for (let at = first; at < end; ) {
        at = startOfDay(at + 7.5 * DAY_MS)
        weeks.push(at)
      }
      return weeks
    },
    weekdayOf,
    hourOf: (time: number): number => Math.floor((wall(time) % DAY_MS) / HOUR_MS),
  }
}
export type Calendar = ReturnType<typeof calendarOf>

/** The place of the last edge that is not after a time; -1 before the first. */
export function placeOf(edges: readonly number[], time: number): number {
  let low = 0
  let high = edges.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle] as number) <= time) low = middle + 1
    else high = middle
  }
  return low - 1
}
