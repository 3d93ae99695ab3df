import type { Lang } from './define-text.ts'

const LOCALES = { zh: 'zh-CN', en: 'en-GB' } as const

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

export interface Format {
  readonly lang: Lang
  readonly timeZone: string
  /** Grouped digits; "–" for NaN and missing. `decimals` fixes the digits behind the point, else at most 3. */
  number(value: number | null | undefined, decimals?: number): string
  /** 2026-11-20 */
  date(time: number): string
  /** 23:52:07 */
  time(time: number): string
  /** 2026-11-20 23:52:07 */
  dateTime(time: number): string
  /** "3 s ago", "3 秒前", against `now`; never in the future by a clock's skew. */
  ago(time: number, now: number): string
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
  const locale = LOCALES[lang]
  const numbers = new Map<number, Intl.NumberFormat>()
  const decimal = (decimals: number) => {
    let numberFormat = numbers.get(decimals)
    if (!numberFormat) {
      numberFormat = new Intl.NumberFormat(
        locale,
        decimals < 0
          ? { maximumFractionDigits: 3 }
          : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
      )
      numbers.set(decimals, numberFormat)
    }
    return numberFormat
  }
  // sv-SE is the locale whose short date is ISO 8601: one order of day and month in both languages, and sortable.
  const date = new Intl.DateTimeFormat('sv-SE', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const time = new Intl.DateTimeFormat('sv-SE', { timeZone, hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const units = lang === 'zh' ? ZH_UNITS : EN_UNITS

  return {
    lang,
    timeZone,
    number: (value, decimals = -1) => (value == null || Number.isNaN(value) ? '–' : decimal(decimals).format(value)),
    date: (at) => date.format(at),
    time: (at) => time.format(at),
    dateTime: (at) => `${date.format(at)} ${time.format(at)}`,
    ago: (at, now) => {
      const span = Math.max(0, now - at)
      const largest = parts(span)[0]
      return lang === 'zh' ? `${largest[0]} ${units[largest[1]]}前` : `${largest[0]} ${units[largest[1]]} ago`
    },
    duration: (spanMs) =>
      parts(Math.abs(spanMs))
        .map(([amount, unit]) => `${amount} ${units[unit]}`)
        .join(' '),
  }
}

const SPANS = [
  ['d', DAY],
  ['h', HOUR],
  ['min', MINUTE],
  ['s', SECOND],
] as const
type Unit = (typeof SPANS)[number][0]

const ZH_UNITS: Record<Unit, string> = { d: '天', h: '小时', min: '分钟', s: '秒' }
const EN_UNITS: Record<Unit, string> = { d: 'd', h: 'h', min: 'min', s: 's' }

/** The largest part of a span and, where it is not zero, the one below it. */
function parts(spanMs: number): [[number, Unit], ...[number, Unit][]] {
  for (const [index, [unit, size]] of SPANS.entries()) {
    if (spanMs < size) continue
    const below = SPANS[index + 1]
    const rest = below ? Math.floor((spanMs % size) / below[1]) : 0
    const largest: [number, Unit] = [Math.floor(spanMs / size), unit]
    return below && rest > 0 ? [largest, [rest, below[0]]] : [largest]
  }
  return [[0, 's']]
}
