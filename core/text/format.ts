import type { Lang } from './define-text.ts'
import { type NumberFormat, numberFormatFor, parts, UNITS } from './number-format.ts'

export interface Format extends NumberFormat {
  readonly timeZone: string
  /** 2026-11-20 */
  date(time: number): string
  /** 23:52:07 */
  time(time: number): string
  /** 2026-11-20 23:52:07 */
  dateTime(time: number): string
  /** "2 h 5 min": the two largest parts of a span of milliseconds. */
  duration(spanMs: number): string
}

const built = new Map<string, Format>()

/** Formatters for a language and an IANA time zone; the same object for the same pair. */
export function formatFor(lang: Lang, timeZone: string = systemZone()): Format {
  const key = `${lang} ${timeZone}`
  let format = built.get(key)
  if (!format) {
    format = build(lang, timeZone)
    built.set(key, format)
  }
  return format
}

export const systemZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

function build(lang: Lang, timeZone: string): Format {
  // sv-SE is the locale whose short date is ISO 8601: one order of day and month in both languages, and sortable.
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' })
  return {
    ...numberFormatFor(lang),
    timeZone,
    date: (at) => date.format(at),
    time: (at) => time.format(at),
    dateTime: (at) => `${date.format(at)} ${time.format(at)}`,
    duration: (spanMs) =>
      parts(Math.abs(spanMs))
        .map(([amount, unit]) => `${amount} ${UNITS[lang][unit]}`)
        .join(' '),
  }
}
