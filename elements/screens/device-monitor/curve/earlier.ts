import { DAY_MS } from '../../../../core/catalogue/durations.ts'
import type { Earlier } from '../range-view.ts'

/** The same time of day so many days earlier by the zone's calendar, epoch ms; later for a negative number. */
export function daysBefore(time: number, days: number, timeZone: string): number {
  const shifted = time - days * DAY_MS
  return shifted + offsetMs(time, timeZone) - offsetMs(shifted, timeZone)
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** How far the zone's clocks are ahead of UTC. */
function offsetMs(time: number, timeZone: string): number {
  let clock = clocks.get(timeZone)
  if (!clock) {
    // sv-SE writes dates as ISO 8601 does.
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(timeZone, clock)
  }
  const whole = Math.floor(time / 1000) * 1000
  return Date.parse(`${clock.format(whole).replace(' ', 'T')}Z`) - whole
}

interface Span {
  from: number
  to: number
}

const DAYS = { day: 1, week: 7 } as const

/** The same hours of an earlier day, or as long from a time on; whole ms, null for none. */
export function spanBefore({ from, to }: Span, earlier: Earlier | null, timeZone: string): Span | null {
  if (earlier === null) return null
  if (typeof earlier === 'number') return { from: earlier, to: earlier + Math.ceil(to - from) }
  const days = DAYS[earlier]
  return { from: Math.floor(daysBefore(from, days, timeZone)), to: Math.ceil(daysBefore(to, days, timeZone)) }
}

/** What moves the times of an earlier span over the one that it is compared with. */
export function shiftTo(
  { from, to }: Span,
  before: Span,
  earlier: Earlier,
  timeZone: string,
): (time: number) => number {
  const shiftMs = from - before.from
  // Only where the clocks change within one of the two is each time another distance away.
  if (typeof earlier === 'number' || to - before.to === shiftMs) return (time) => time + shiftMs
  return (time) => daysBefore(time, -DAYS[earlier], timeZone)
}
