import { DAY_MS, HOUR_MS, MINUTE_MS } from '../catalogue/durations.ts'
import type { Lang } from './define-text.ts'

const LOCALES = { zh: 'zh-CN', en: 'en-GB' } as const

const SPANS = [
  ['d', DAY_MS],
  ['h', HOUR_MS],
  ['min', MINUTE_MS],
  ['s', 1000],
] as const
type Unit = (typeof SPANS)[number][0]

/** What numbers and ages need; no time zone, so that a page with one value can do with this. */
export interface NumberFormat {
  readonly lang: Lang
  /** Grouped digits; "–" for NaN and missing. `decimals` fixes the digits behind the point, else at most 3. */
  number(value: number | null | undefined, decimals?: number): string
  /** "3 s ago", "3 秒前", against `now`; never in the future by a clock's skew. */
  ago(time: number, now: number): string
}

export const UNITS: Record<Lang, Record<Unit, string>> = {
  zh: { d: '天', h: '小时', min: '分钟', s: '秒' },
  en: { d: 'd', h: 'h', min: 'min', s: 's' },
}

/** The largest part of a span and, where it is not zero, the one below it. */
export function parts(spanMs: number): [[number, Unit], ...[number, Unit][]] {
  let index = -1
  for (const [unit, size] of SPANS) {
    index += 1
    if (spanMs < size) continue
    const below = SPANS[index + 1]
    const rest = below ? Math.floor((spanMs % size) / below[1]) : 0
    const largest: [number, Unit] = [Math.floor(spanMs / size), unit]
    return below && rest > 0 ? [largest, [rest, below[0]]] : [largest]
  }
  return [[0, 's']]
}

const built: Partial<Record<Lang, NumberFormat>> = {}

/** The same object for the same language. */
export function numberFormatFor(lang: Lang): NumberFormat {
  built[lang] ??= build(lang)
  return built[lang]
}

function build(lang: Lang): NumberFormat {
  const formats = new Map<number, Intl.NumberFormat>()
  const decimal = (decimals: number) => {
    const known = formats.get(decimals)
    if (known) return known
    const digits = { minimumFractionDigits: Math.max(0, decimals), maximumFractionDigits: decimals < 0 ? 3 : decimals }
    const format = new Intl.NumberFormat(LOCALES[lang], digits)
    formats.set(decimals, format)
    return format
  }
  return {
    lang,
    number: (value, decimals = -1) => (value == null || Number.isNaN(value) ? '–' : decimal(decimals).format(value)),
    ago: (at, now) => {
      const [[amount, unit]] = parts(Math.max(0, now - at))
      return `${amount} ${UNITS[lang][unit]}${lang === 'zh' ? '前' : ' ago'}`
    },
  }
}
