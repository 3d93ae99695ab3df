export type RangePreset = 'hour' | 'hours6' | 'day' | 'week' | 'month' | 'today' | 'yesterday' | 'thisWeek'

/** Epoch ms; `to` is not part of it any more. */
export interface TimeRange {
  from: number
  to: number
  /** How it was chosen, when not by hand. */
  preset?: RangePreset
}

const HOUR = 3_600_000
const SPANS: Partial<Record<RangePreset, number>> = {
  hour: HOUR,
  hours6: 6 * HOUR,
  day: 24 * HOUR,
  week: 7 * 24 * HOUR,
  month: 30 * 24 * HOUR,
}

/** What a preset means at a moment; days and weeks (from Monday) are those of the time zone. */
export function presetRange(preset: RangePreset, now: number, timeZone: string): TimeRange {
  const span = SPANS[preset]
  if (span !== undefined) return { from: now - span, to: now, preset }
  const today = startOfDay(now, timeZone)
  if (preset === 'today') return { from: today, to: now, preset }
  // Noon of the day before is in it, whatever daylight saving does to the day's length.
  if (preset === 'yesterday') return { from: startOfDay(today - 12 * HOUR, timeZone), to: today, preset }
  const weekday = WEEKDAYS.indexOf(
    new Intl.DateTimeFormat('en', { timeZone, weekday: 'short' }).format(now).toLowerCase(),
  )
  return { from: startOfDay(today + 12 * HOUR - weekday * 24 * HOUR, timeZone), to: now, preset }
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun']

/** The first moment of the day that a time is in. */
export function startOfDay(time: number, timeZone: string): number {
  const dayOf = new Intl.DateTimeFormat('sv-SE', { timeZone })
  const day = dayOf.format(time)
  // A day begins within the 26 hours before any of its moments; halving finds the minute without a table of zones.
  let before = Math.floor((time - 26 * HOUR) / 60_000)
  let inside = Math.floor(time / 60_000)
  while (inside - before > 1) {
    const middle = Math.floor((inside + before) / 2)
    if (dayOf.format(middle * 60_000) === day) inside = middle
    else before = middle
  }
  return inside * 60_000
}
