import { DAY_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { wallClock } from '../../../core/text/wall-clock.ts'

/** As the contract has it; minutes of the day, ISO days. */
export interface Quiet {
  from: number
  to: number
  days: readonly number[]
}

const clocks = new Map<string, (time: number) => number>()

/** What the zone's clock shows, as the epoch ms of that clock read as UTC. */
function clockOf(timezone: string): (time: number) => number {
  const known = clocks.get(timezone) ?? wallClock(timezone)
  clocks.set(timezone, known)
  return known
}

/**
 * The first instant at which the zone's clock shows this: of an hour that it shows twice the earlier one, of an hour that
 * it leaves out the instant at which it leaps.
 */
export function instantOf(wall: number, timezone: string): number {
  const clock = clockOf(timezone)
  const offsets = [wall - DAY_MS, wall + DAY_MS].map((time) => clock(time) - time)
  const earliest = wall - Math.max(...offsets)
  const latest = wall - Math.min(...offsets)
  if (clock(earliest) === wall) return earliest
  if (clock(latest) === wall) return latest
  // Left out: between the two the clock leaps over it.
  let before = earliest
  let after = latest
  while (after - before > MINUTE_MS) {
    const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS
    if (middle <= before) break
    if (clock(middle) >= wall) after = middle
    else before = middle
  }
  return after
}

/** ISO day of the week, 1 Monday to 7 Sunday, of a wall clock's day. */
const dayOf = (wall: number): number => ((Math.floor(wall / DAY_MS) + 3) % 7) + 1

/** When the quiet hours end in which `time` lies; null where it lies in none. An end that is the beginning is a whole day. */
export function quietUntil(time: number, { from, to, days }: Quiet, timezone: string): number | null {
  const today = Math.floor(clockOf(timezone)(time) / DAY_MS) * DAY_MS
  // Those that began yesterday may reach into today.
  for (const day of [today, today - DAY_MS]) {
    if (!days.includes(dayOf(day))) continue
    const start = instantOf(day + from * MINUTE_MS, timezone)
    const end = instantOf(day + to * MINUTE_MS + (to <= from ? DAY_MS : 0), timezone)
    if (start <= time && time < end) return end
  }
  return null
}
