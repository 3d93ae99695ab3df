import type { Value } from '../../../../core/contract/telemetry.ts'
import type { Lang } from '../../../../core/text/define-text.ts'
import { numberFormatFor } from '../../../../core/text/number-format.ts'

/** What stands where there is no value; never 0. */
export const NOTHING = '—'

const YES_NO = { zh: ['否', '是'], en: ['No', 'Yes'] } as const

/** Grouped digits in the language; `decimals` null for as many as there are, at most 3. */
export function numberText(value: number | null | undefined, decimals: number | null, lang: Lang): string {
  if (value === null || value === undefined || Number.isNaN(value)) return NOTHING
  return numberFormatFor(lang).number(value, decimals ?? undefined)
}

/** A value in words, without its unit. */
export function valueText(value: Value | undefined, decimals: number | null, lang: Lang): string {
  if (value === null || value === undefined) return NOTHING
  if (typeof value === 'boolean') return YES_NO[lang][value ? 1 : 0]
  return typeof value === 'number' ? numberText(value, decimals, lang) : value
}

/** What a bound value counts as where a number is needed; null where it is none. */
export function numberOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isFinite(value) ? value : null
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string' || value.trim() === '') return null
  const read = Number(value)
  return Number.isFinite(read) ? read : null
}

/** What a bound value counts as where a truth is needed: 0, '', 'false' and nothing are not. */
export const truthOf = (value: unknown): boolean =>
  typeof value === 'string' ? value !== '' && value !== '0' && value !== 'false' : Boolean(value)
