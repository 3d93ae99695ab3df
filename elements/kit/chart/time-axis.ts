import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../core/catalogue/durations.ts'
import type { Format } from '../../../core/text/format.ts'
import { startOfDay } from '../time-range.ts'

const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND_MS),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE_MS),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR_MS),
  ...[1, 2, 5, 10, 30, 90, 365].map((count) => count * DAY_MS),
]
const MOST_TICKS = 10

/** Round times of a time zone between two times, at most about ten: whole hours count from its midnight. */
export function timeTicks(from: number, to: number, timeZone: string): number[] {
  const step = STEPS.find((size) => (to - from) / size <= MOST_TICKS) ?? 365 * DAY_MS
  const ticks: number[] = []
  let day = startOfDay(from, timeZone)
  while (day <= to) {
    // Noon of the day after the step is in its day, whatever daylight saving does.
    const next = startOfDay(day + Math.max(step, DAY_MS) + DAY_MS / 2, timeZone)
    // A day of 25 hours has still one beginning.
    const end = step < DAY_MS ? Math.min(next, to + 1) : Math.min(day + 1, to + 1)
    for (let at = day; at < end; at += step) if (at >= from) ticks.push(at)
    day = next
  }
  return ticks
}

/** A date at midnight and over long stretches, else the clock, with seconds in short ones. */
export function timeLabel(time: number, span: number, format: Format): string {
  const clock = format.time(time)
  if (span > 9 * DAY_MS || clock === '00:00:00') return format.date(time).slice(5)
  return span > 10 * MINUTE_MS ? clock.slice(0, 5) : clock
}
