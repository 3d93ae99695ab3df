import type { Format } from '../../../core/text/format.ts'
import { startOfDay } from '../time-range.ts'

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

const STEPS = [
  ...[1, 2, 5, 10, 15, 30].map((count) => count * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((count) => count * MINUTE),
  ...[1, 2, 3, 6, 12].map((count) => count * HOUR),
  ...[1, 2, 5, 10, 30, 90, 365].map((count) => count * DAY),
]
const MOST_TICKS = 10

/** Round times of a time zone between two times, at most about ten: whole hours count from its midnight. */
export function timeTicks(from: number, to: number, timeZone: string): number[] {
  const step = STEPS.find((size) => (to - from) / size <= MOST_TICKS) ?? 365 * DAY
  const ticks: number[] = []
  let day = startOfDay(from, timeZone)
  while (day <= to) {
    // Noon of the day after the step is in its day, whatever daylight saving does.
    const next = startOfDay(day + Math.max(step, DAY) + DAY / 2, timeZone)
    // A day of 25 hours has still one beginning.
    const end = step < DAY ? Math.min(next, to + 1) : Math.min(day + 1, to + 1)
    for (let at = day; at < end; at += step) if (at >= from) ticks.push(at)
    day = next
  }
  return ticks
}

/** A date at midnight and over long stretches, else the clock, with seconds in short ones. */
export function timeLabel(time: number, span: number, format: Format): string {
  const clock = format.time(time)
  if (span > 9 * DAY || clock === '00:00:00') return format.date(time).slice(5)
  return span > 10 * MINUTE ? clock.slice(0, 5) : clock
}
