import type { Value } from '../../contract/telemetry.ts'
import { EXPRESSION_LIMITS } from './syntax.ts'

export type Taken = 'number' | 'text' | 'any'

/** A function of values. One that takes numbers or texts is not called where one of them is null: its result is null. */
export interface FunctionRow {
  readonly least: number
  readonly most: number
  readonly takes: (index: number) => Taken
  readonly of: (...values: never[]) => Value
}

const MOST = 100
const numbers = (least: number, most: number, of: (...values: number[]) => number): FunctionRow => ({
  least,
  most,
  takes: () => 'number',
  of,
})
const row = (taken: readonly Taken[], of: (...values: never[]) => Value, most = taken.length): FunctionRow => ({
  least: taken.length,
  most,
  takes: (index) => taken[Math.min(index, taken.length - 1)] as Taken,
  of,
})

const places = (decimals: number) => Math.min(12, Math.max(0, Math.trunc(decimals)))
const cut = (text: string): string => text.slice(0, EXPRESSION_LIMITS.textCharacters)
const sum = (...values: number[]) => values.reduce((all, one) => all + one, 0)

/** A value in a text: without the digits that binary fractions leave behind (0.30000000000000004). */
export function textOf(value: Value): string {
  if (value === null) return '–'
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : String(value)
}

/** By name. Not here are those that read time, a point's own facts or its past: those are of the grammar. */
export const VALUE_FUNCTIONS: ReadonlyMap<string, FunctionRow> = new Map<string, FunctionRow>([
  ['round', numbers(1, 2, (value, decimals = 0) => roundTo(value as number, decimals))],
  ['floor', numbers(1, 1, Math.floor)],
  ['ceil', numbers(1, 1, Math.ceil)],
  ['abs', numbers(1, 1, Math.abs)],
  ['min', numbers(1, MOST, Math.min)],
  ['max', numbers(1, MOST, Math.max)],
  ['sum', numbers(1, MOST, sum)],
  ['avg', numbers(1, MOST, (...values) => sum(...values) / values.length)],
  ['sqrt', numbers(1, 1, Math.sqrt)],
  ['pow', numbers(2, 2, Math.pow)],
  ['log', numbers(1, 2, (value, base) => Math.log(value as number) / (base === undefined ? 1 : Math.log(base)))],
  ['exp', numbers(1, 1, Math.exp)],
  ['sin', numbers(1, 1, Math.sin)],
  ['cos', numbers(1, 1, Math.cos)],
  ['tan', numbers(1, 1, Math.tan)],
  ['clamp', numbers(3, 3, (...all) => clamped(all))],
  ['map', numbers(5, 5, (...all) => mapped(all))],
  ['format', row(['number', 'number'], (value: number, decimals: number) => value.toFixed(places(decimals)))],
  ['concat', row(['any'], (...values: Value[]) => cut(values.map(textOf).join('')), MOST)],
  ['upper', row(['text'], (text: string) => cut(text.toUpperCase()))],
  ['lower', row(['text'], (text: string) => cut(text.toLowerCase()))],
  ['length', row(['text'], (text: string) => lettersIn(text))],
  ['left', row(['text', 'number'], (text: string, count: number) => text.slice(0, after(text, most(count))))],
  [
    'right',
    row(['text', 'number'], (text: string, count: number) => text.slice(after(text, lettersIn(text) - most(count)))),
  ],
  ['contains', row(['text', 'text'], (text: string, part: string) => text.includes(part))],
])

const most = (count: number) => Math.max(0, Math.trunc(count))

/** Letters of two code units, which few texts have: formulas are worked out thousands of times a second. */
const PAIRS = /[\ud800-\udbff][\udc00-\udfff]/g

function lettersIn(text: string): number {
  if (text.search(PAIRS) < 0) return text.length
  let letters = 0
  for (let at = 0; at < text.length; at += lengthAt(text, at)) letters += 1
  return letters
}

/** Where the first letters of a text end. */
function after(text: string, letters: number): number {
  if (text.search(PAIRS) < 0) return Math.max(0, letters)
  let at = 0
  for (let left = letters; left > 0 && at < text.length; left -= 1) at += lengthAt(text, at)
  return at
}
const lengthAt = (text: string, at: number) => ((text.codePointAt(at) as number) > 0xffff ? 2 : 1)

function roundTo(value: number, decimals: number): number {
  const digits = places(decimals)
  // By its decimal digits: 1.005 * 100 would be 100.49999999999999.
  const moved = Math.round(Number(`${value}e${digits}`))
  const rounded = Number(`${moved}e-${digits}`)
  return Number.isFinite(rounded) ? rounded : Math.round(value * 10 ** digits) / 10 ** digits
}

function clamped(all: readonly number[]): number {
  const [value, lower, upper] = all as [number, number, number]
  return lower > upper ? Number.NaN : Math.min(upper, Math.max(lower, value))
}

function mapped(all: readonly number[]): number {
  const [value, from, to, low, high] = all as [number, number, number, number, number]
  return low + ((value - from) / (to - from)) * (high - low)
}

/** Parts of a time in the tenant's time zone; of now by default. */
export const DATE_PARTS = ['year', 'month', 'day', 'weekday', 'hour', 'minute', 'second'] as const
export type DatePart = (typeof DATE_PARTS)[number]
export const isDatePart = (name: string): name is DatePart => (DATE_PARTS as readonly string[]).includes(name)

const WINDOWS: ReadonlySet<string> = new Set(['avg', 'min', 'max', 'delta', 'rate'])
export const isWindow = (name: string): boolean => WINDOWS.has(name)
const FACTS: ReadonlySet<string> = new Set(['quality', 'age', 'alarm'])
export const isFact = (name: string): boolean => FACTS.has(name)

/** How many arguments a function takes; null where there is none of that name. */
export function arityOf(name: string): { least: number; most: number } | null {
  const known = VALUE_FUNCTIONS.get(name)
  if (known) return known
  if (name === 'if') return { least: 3, most: 3 }
  if (name === 'point') return { least: 1, most: 2 }
  if (name === 'now') return { least: 0, most: 0 }
  if (isDatePart(name)) return { least: 0, most: 1 }
  if (isFact(name)) return { least: 1, most: 1 }
  return isWindow(name) ? { least: 2, most: 2 } : null
}
