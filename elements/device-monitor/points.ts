import type { Point } from '../../core/contract/device.ts'
import type { Quality, Value } from '../../core/contract/telemetry.ts'
import type { Lang } from '../../core/text/define-text.ts'
import type { Format } from '../../core/text/format.ts'

export const pointName = ({ name, name_en }: Pick<Point, 'name' | 'name_en'>, lang: Lang): string =>
  lang === 'en' && name_en ? name_en : name

/** The points of the attribute `points`, in its order; all where it names none. Keys that do not exist are passed over. */
export function chosenPoints(points: readonly Point[], keys: string): readonly Point[] {
  const wanted = keys
    .split(',')
    .map((key) => key.trim())
    .filter(Boolean)
  if (wanted.length === 0) return points
  return wanted.flatMap((key) => points.find((point) => point.key === key) ?? [])
}

const SWITCH_WORDS = { zh: { true: '开', false: '关' }, en: { true: 'On', false: 'Off' } } as const

/** A value in words: an enum's and a boolean's word, a number in the language and the point's decimals. No unit. */
export function valueText(value: Value | undefined, point: Point | undefined, format: Format): string {
  if (value === null || value === undefined) return '–'
  const key = typeof value === 'boolean' && !point?.enum_text?.[String(value)] ? String(Number(value)) : String(value)
  const word = point?.enum_text?.[key]?.[format.lang]
  if (word) return word
  if (typeof value === 'boolean') return SWITCH_WORDS[format.lang][value ? 'true' : 'false']
  return typeof value === 'number' ? format.number(value, point?.decimals ?? undefined) : value
}

/** With its unit, for one line of text: "23.5 °C". */
export function valueWithUnit(value: Value | undefined, point: Point | undefined, format: Format): string {
  const shown = valueText(value, point, format)
  return point?.unit && typeof value === 'number' ? `${shown} ${point.unit}` : shown
}

/** Reports that may be missed before a value counts as old. */
const MISSED_REPORTS = 3

export const staleAfterMs = (report_interval_s: number): number => report_interval_s * 1000 * MISSED_REPORTS

/** What a value's quality is by now: one that has not come for 3 report intervals is stale whatever it was. */
export const qualityNow = (quality: Quality, ageMs: number, report_interval_s: number): Quality =>
  quality === 'good' && ageMs > staleAfterMs(report_interval_s) ? 'stale' : quality
