import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../core/catalogue/durations.ts'

export const RANGE_PRESETS = [
  'hour',
  'hours6',
  'day',
  'week',
  'month',
  'today',
  'yesterday',
  'thisWeek',
  'shift',
  'lastShift',
  'lastNight',
] as const
export type RangePreset = (typeof RANGE_PRESETS)[number]

const PAST: readonly RangePreset[] = ['yesterday', 'lastShift', 'lastNight']

/** Whether a range was chosen as one that ends now: it moves on with the clock, and what happens meanwhile belongs to it. */
export const reachesNow = (preset: RangePreset | undefined): boolean => preset !== undefined && !PAST.includes(preset)

/** Epoch ms; `to` is not part of it any more. */
export interface TimeRange {
  from: number
  to: number
  /** How it was chosen, when not by hand. */
  preset?: RangePreset
}

const SPANS: Partial<Record<RangePreset, number>> = {
  hour: HOUR_MS,
  hours6: 6 * HOUR_MS,
  day: DAY_MS,
  week: WEEK_MS,
  month: 30 * DAY_MS,
}

/** What a preset means at a time; days, weeks (from Monday) and shifts are those of the time zone. */
export function presetRange(preset: RangePreset, now: number, timeZone: string): TimeRange {
  const span = SPANS[preset]
  if (span !== undefined) return { from: now - span, to: now, preset }
  if (preset === 'shift') return { from: shiftAt(now, timeZone).from, to: now, preset }
  if (preset === 'lastShift') return { ...shiftBefore(now, timeZone), preset }
  if (preset === 'lastNight') return { ...lastNight(now, timeZone), preset }
  const today = startOfDay(now, timeZone)
  if (preset === 'today') return { from: today, to: now, preset }
  // Noon of the day before is in it, whatever daylight saving does to the day's length.
  if (preset === 'yesterday') return { from: startOfDay(today - 12 * HOUR_MS, timeZone), to: today, preset }
  const weekday = WEEKDAYS.indexOf(
    new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' }).format(now).toLowerCase(),
  )
  return { from: startOfDay(today + 12 * HOUR_MS - weekday * DAY_MS, timeZone), to: now, preset }
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** Shifts of eight hours from midnight, as most plants work that work around the clock. */
const SHIFT_HOURS = [0, 8, 16] as const
type Span = Pick<TimeRange, 'from' | 'to'>

/** The shift that a time is in. */
export function shiftAt(time: number, timeZone: string): Span {
  const day = startOfDay(time, timeZone)
  const starts = SHIFT_HOURS.map((hour) => hourOfDay(day, hour, timeZone))
  const at = starts.findLastIndex((start) => start <= time)
  return { from: starts[at] ?? day, to: starts[at + 1] ?? startOfDay(day + 1.5 * DAY_MS, timeZone) }
}

const shiftBefore = (time: number, timeZone: string): Span => shiftAt(shiftAt(time, timeZone).from - 1, timeZone)

/** The newest shift from midnight on that is over. */
function lastNight(now: number, timeZone: string): Span {
  const today = shiftAt(startOfDay(now, timeZone), timeZone)
  return today.to <= now ? today : shiftAt(startOfDay(today.from - 12 * HOUR_MS, timeZone), timeZone)
}

/** When the clocks show an hour of a day that begins at `day`, also where they were changed since. */
function hourOfDay(day: number, hour: number, timeZone: string): number {
  const guess = day + hour * HOUR_MS
  const [hours, minutes] = new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'short' }).format(guess).split(':')
  return hour === 0 ? day : guess + hour * HOUR_MS - (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
}

/** The start of the day that a time is in. */
export function startOfDay(time: number, timeZone: string): number {
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const day = dayOf.format(time)
  // A day begins within the 26 hours before any time of it; halving finds the minute without a table of zones.
  let before = Math.floor((time - 26 * HOUR_MS) / MINUTE_MS)
  let inside = Math.floor(time / MINUTE_MS)
  while (inside - before > 1) {
    const middle = Math.floor((inside + before) / 2)
    if (dayOf.format(middle * MINUTE_MS) === day) inside = middle
    else before = middle
  }
  return inside * MINUTE_MS
}
