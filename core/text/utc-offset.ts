import { DAY_MS } from '../catalogue/durations.ts'

const HALF_YEAR_MS = 182 * DAY_MS

/** How far the clocks of an IANA zone are from UTC at a time: "UTC+8", "UTC-3:30". */
export function utcOffset(timeZone: string, time: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' }).formatToParts(time)
  return (parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT').replace('GMT', 'UTC')
}

/** Whether the clocks of two zones show the same now and at the other end of the year, whatever the zones are called. */
export const isSameClock = (zone: string, other: string, now: number): boolean =>
  [now, now + HALF_YEAR_MS].every((time) => utcOffset(zone, time) === utcOffset(other, time))
