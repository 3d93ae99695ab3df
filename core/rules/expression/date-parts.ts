import { MINUTE_MS } from '../../catalogue/durations.ts'
import type { DatePart } from './functions.ts'

type Parts = Readonly<Record<Exclude<DatePart, 'second'>, number>>

const formats = new Map<string, Intl.DateTimeFormat>()
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

function formatFor(timezone: string): Intl.DateTimeFormat {
  const known = formats.get(timezone)
  if (known) return known
  const numeric = { year: 'numeric', month: 'numeric', day: 'numeric', hour: 'numeric', minute: 'numeric' } as const
  let format: Intl.DateTimeFormat
  try {
    format = new Intl.DateTimeFormat('en-US', { ...numeric, timeZone: timezone, weekday: 'short', hourCycle: 'h23' })
  } catch {
    // A zone that this browser does not know.
    format = formatFor('UTC')
  }
  formats.set(timezone, format)
  return format
}

/** Thousands of controls ask for the same minute: the last one is kept. */
let last: { timezone: string; minute: number; parts: Parts } | null = null

/** A part of a time in an IANA time zone; weekdays are 1 (Monday) to 7. NaN for what is no valid time. */
export function datePart(part: DatePart, time: number, timezone: string): number {
  if (!(Math.abs(time) <= 8.64e15)) return Number.NaN
  if (part === 'second') return ((Math.floor(time / 1000) % 60) + 60) % 60
  const minute = Math.floor(time / MINUTE_MS)
  if (last?.minute !== minute || last.timezone !== timezone) {
    const found = Object.fromEntries(
      formatFor(timezone)
        .formatToParts(time)
        .map(({ type, value }) => [type, value]),
    )
    const { year, month, day, hour } = found
    const parts = { year: Number(year), month: Number(month), day: Number(day), hour: Number(hour) }
    const weekday = WEEKDAYS.indexOf(found.weekday as string) + 1
    last = { timezone, minute, parts: { ...parts, minute: Number(found.minute), weekday } }
  }
  return last.parts[part]
}
