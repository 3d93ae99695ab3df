import { DAY_MS } from '../../../../core/catalogue/durations.ts'

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

/** The same hours of an earlier day, whole ms; null for none. */
export const spanBefore = ({ from, to }: Span, days: number, timeZone: string): Span | null =>
  days > 0
    ? { from: Math.floor(daysBefore(from, days, timeZone)), to: Math.ceil(daysBefore(to, days, timeZone)) }
    : null

/** What moves the times of an earlier span over the one that it is compared with. */
export function shiftTo({ from, to }: Span, before: Span, days: number, timeZone: string): (time: number) => number {
  const shiftMs = from - before.from
  // Only where the clocks change within one of the two is each time another distance away.
  return to - before.to === shiftMs ? (time) => time + shiftMs : (time) => daysBefore(time, -days, timeZone)
}
