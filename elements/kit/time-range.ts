import { DAY_MS, HOUR_MS, MINUTE_MS, WEEK_MS } from '../../core/catalogue/durations.ts'

export type RangePreset = 'hour' | 'hours6' | 'day' | 'week' | 'month' | 'today' | 'yesterday' | 'thisWeek'

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

/** What a preset means at a time; days and weeks (from Monday) are those of the time zone. */
export function presetRange(preset: RangePreset, now: number, timeZone: string): TimeRange {
  const span = SPANS[preset]
  if (span !== undefined) return { from: now - span, to: now, preset }
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
