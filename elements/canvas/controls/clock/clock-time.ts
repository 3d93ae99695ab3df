import { isTimeZone } from '../../../../core/contract/time-zone-name.ts'
import type { Lang } from '../../../../core/text/define-text.ts'

/** A time as a clock shows it. */
export interface ClockTime {
  /** 23:52:07 */
  readonly time: string
  /** 2026-11-20 */
  readonly date: string
  readonly weekday: string
  readonly hours: number
  readonly minutes: number
  readonly seconds: number
}

interface Zone {
  readonly time: Intl.DateTimeFormat
  readonly date: Intl.DateTimeFormat
  readonly weekday: Record<Lang, Intl.DateTimeFormat>
  second: number
  shown: Record<Lang, ClockTime | null>
}
const zones = new Map<string, Zone>()

function zoneOf(timezone: string): Zone {
  const known = zones.get(timezone)
  if (known) return known
  // One that the browser does not know is shown in its own.
  const timeZone = isTimeZone(timezone) ? timezone : undefined
  const made: Zone = {
    // sv-SE writes times and dates as ISO 8601 does.
    time: new Intl.DateTimeFormat('sv-SE', { timeZone, timeStyle: 'medium' }),
    date: new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }),
    weekday: {
      zh: new Intl.DateTimeFormat('zh-CN', { timeZone, weekday: 'long' }),
      en: new Intl.DateTimeFormat('en-GB', { timeZone, weekday: 'long' }),
    },
    second: Number.NaN,
    shown: { zh: null, en: null },
  }
  zones.set(timezone, made)
  return made
}

/** Made once a second a zone, however many clocks show it. */
export function clockTime(now: number, timezone: string, lang: Lang): ClockTime {
  const zone = zoneOf(timezone)
  const second = Math.floor(now / 1000)
  if (zone.second !== second) {
    zone.second = second
    zone.shown = { zh: null, en: null }
  }
  const known = zone.shown[lang]
  if (known) return known
  const time = zone.time.format(now)
  const made = {
    time,
    date: zone.date.format(now),
    weekday: zone.weekday[lang].format(now),
    hours: Number(time.slice(0, 2)),
    minutes: Number(time.slice(3, 5)),
    seconds: Number(time.slice(6, 8)),
  }
  zone.shown[lang] = made
  return made
}
