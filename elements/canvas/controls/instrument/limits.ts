import { defineText, type Lang, translate } from '../../../../core/text/define-text.ts'
import { Bound, BoundValue, Decimals, OptionalBound, rising, Text, Unit } from '../../../kinds/property-schema.ts'
import { numberOf, numberText } from '../painting/value-text.ts'

/** What every instrument is bound to and compared with; spread into a kind's own properties. */
export const INSTRUMENT = {
  value: BoundValue,
  min: Bound,
  max: Bound,
  decimals: Decimals,
  unit: Unit,
  label: Text,
  /** The range that the value is in while all is well. */
  normalFrom: OptionalBound,
  normalTo: OptionalBound,
  lowLow: OptionalBound,
  low: OptionalBound,
  high: OptionalBound,
  highHigh: OptionalBound,
}

export const INSTRUMENT_DEFAULTS = {
  value: null,
  min: 0,
  max: 100,
  decimals: 1,
  unit: '',
  label: '',
  normalFrom: null,
  normalTo: null,
  lowLow: null,
  low: null,
  high: null,
  highHigh: null,
} as const

interface InstrumentProps extends Limits {
  readonly min: number
  readonly max: number
  readonly normalFrom: number | null
  readonly normalTo: number | null
}

export interface Limits {
  readonly lowLow: number | null
  readonly low: number | null
  readonly high: number | null
  readonly highHigh: number | null
}
export type Limit = keyof Limits
export const LIMITS_UPWARD = ['lowLow', 'low', 'high', 'highHigh'] as const satisfies readonly Limit[]

/** The limit that a value has passed, the outer one of two; null while it is within. */
export function passedLimit(value: number | null, { lowLow, low, high, highHigh }: Limits): Limit | null {
  if (value === null) return null
  if (highHigh !== null && value >= highHigh) return 'highHigh'
  if (lowLow !== null && value <= lowLow) return 'lowLow'
  if (high !== null && value >= high) return 'high'
  return low !== null && value <= low ? 'low' : null
}

/** Which alarm colour a passed limit has: that of the open alarm; without one, of the kind of limit. */
export const levelOf = (limit: Limit, alarm_level: number): number =>
  alarm_level > 0 ? alarm_level : limit === 'lowLow' || limit === 'highHigh' ? 5 : 3

/** From the limit outwards: up to the next one, or to the scale's end. */
export function bandOf(limit: Limit, limits: Limits, min: number, max: number): readonly [from: number, to: number] {
  const { lowLow, low, high, highHigh } = limits
  if (limit === 'highHigh') return [highHigh ?? max, max]
  if (limit === 'high') return [high ?? max, highHigh ?? max]
  return limit === 'low' ? [lowLow ?? min, low ?? min] : [min, lowLow ?? min]
}

/** As plants write them, in either language. */
export const LIMIT_LETTERS: Record<Limit, string> = { lowLow: 'LL', low: 'L', high: 'H', highHigh: 'HH' }

/** How a passed limit is spoken. */
export const limitWords = defineText({
  lowLow: ['低于低低限', 'below the low-low limit'],
  low: ['低于低限', 'below the low limit'],
  high: ['高于高限', 'above the high limit'],
  highHigh: ['高于高高限', 'above the high-high limit'],
})

/** A value in words with its unit and the limit that it has passed; null where there is none. */
export function speakInstrument(
  { value, decimals, unit, ...limits }: Limits & { value: unknown; decimals: number | null; unit: string },
  lang: Lang,
): string | null {
  const read = numberOf(value)
  if (read === null) return null
  const passed = passedLimit(read, limits)
  const said = `${numberText(read, decimals, lang)}${unit && ` ${unit}`}`
  return passed ? `${said}${lang === 'zh' ? '，' : ', '}${translate(limitWords, lang)[passed]}` : said
}

/** The rules of every instrument's properties. */
export const INSTRUMENT_RULES = [
  rising<InstrumentProps>('min', 'max'),
  rising<InstrumentProps>('lowLow', 'low', 'high', 'highHigh'),
  rising<InstrumentProps>('normalFrom', 'normalTo'),
] as const
