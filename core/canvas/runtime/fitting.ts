import type * as z from 'zod/mini'
import { LIMITS } from '../../catalogue/limits.ts'
import type { Point } from '../../contract/device.ts'
import type { Value } from '../../contract/telemetry.ts'
import { textOf } from '../../rules/expression/functions.ts'
import { type Lang, translate } from '../../text/define-text.ts'
import { words } from '../../text/words.ts'
import type { ControlKind, RawProps } from '../kind.ts'
import { withValueAt } from '../props-path.ts'

/** Properties that every control has beside those of its kind. */
export const OWN_PROPERTIES = ['visible', 'x', 'y', 'width', 'height', 'angle', 'opacity', 'flicker'] as const
export type OwnProperty = (typeof OWN_PROPERTIES)[number]
export const isOwnProperty = (path: string): path is OwnProperty => (OWN_PROPERTIES as readonly string[]).includes(path)

/** Validates a binding's result: the property's value, or undefined where it does not fit. */
export type Fit = (value: unknown, own: RawProps) => unknown

interface Check {
  readonly _zod: { check(payload: { value: unknown; issues: unknown[] }): unknown }
}
interface Read {
  readonly _zod: {
    readonly def: {
      readonly type: string
      readonly innerType?: Read
      readonly shape?: Record<string, Read>
      readonly element?: Read
      readonly catchall?: Read
      readonly checks?: readonly Check[]
    }
  }
}

/** The schema of a property, and whether a rule about several properties (`min` below `max`) covers it as well. */
function schemaAt(
  props: z.ZodMiniType<unknown>,
  path: string,
  defaults: RawProps,
): { schema: z.ZodMiniType; isRuled: boolean } | null {
  let at = props as unknown as Read
  let isRuled = false
  let depth = -1
  for (const name of path.split('.')) {
    depth += 1
    while (at._zod.def.innerType) at = at._zod.def.innerType
    const { def } = at._zod
    const rules = def.type === 'object' ? (def.checks ?? []) : []
    isRuled ||= rules.length > 0 && (depth > 0 || mayRead(rules, name, defaults))
    const own = def.shape && Object.hasOwn(def.shape, name) ? def.shape[name] : undefined
    const next = own ?? def.catchall ?? (/^\d+$/.test(name) ? def.element : undefined)
    if (!next) return null
    at = next
  }
  return { schema: at as unknown as z.ZodMiniType, isRuled }
}

/**
 * Whether rules read a property: validating a whole control with each value would cost more than drawing it. They are
 * tried with the defaults and with everything set, since what is null often ends a rule early.
 */
function mayRead(rules: readonly Check[], name: string, defaults: RawProps): boolean {
  const read = new Set<unknown>()
  const noted = (value: (key: string) => unknown) =>
    new Proxy(
      {},
      {
        get: (_, key) => {
          read.add(key)
          return value(String(key))
        },
        ownKeys: () => {
          throw new TypeError('It reads all there is')
        },
      },
    )
  try {
    for (const rule of rules)
      for (const value of [noted((key) => defaults[key]), noted(() => 1)]) rule._zod.check({ value, issues: [] })
  } catch {
    return true
  }
  return read.has(name)
}

const fits = new WeakMap<ControlKind, Map<string, Fit | null>>()

/** How a kind's property takes a value; null where the kind has no such property. */
export function fitOf(kind: ControlKind, path: string): Fit | null {
  let known = fits.get(kind)
  if (!known) {
    known = new Map()
    fits.set(kind, known)
  }
  let fit = known.get(path)
  if (fit === undefined) {
    fit = makeFit(kind, path)
    known.set(path, fit)
  }
  return fit
}

function makeFit(kind: ControlKind, path: string): Fit | null {
  const found = schemaAt(kind.props as z.ZodMiniType<unknown>, path, kind.defaults as RawProps)
  if (!found) return null
  const { schema, isRuled } = found
  return (value, own) => {
    if (!schema.safeParse(value).success) return undefined
    return !isRuled || kind.props.safeParse(withValueAt(own, path, value)).success ? value : undefined
  }
}

/** px: as far as a document's own coordinates may go. */
const FARTHEST = 100_000

export function fitOwn(path: OwnProperty, value: unknown): unknown {
  if (path === 'visible')
    return typeof value === 'boolean' ? value : typeof value === 'number' ? value !== 0 : undefined
  if (path === 'flicker' && typeof value === 'boolean') return value ? LIMITS.flickerDefaultS : 0
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  switch (path) {
    case 'opacity':
      return Math.min(1, Math.max(0, value))
    case 'angle':
      return value % 360
    case 'flicker':
      return value <= 0 ? 0 : Math.min(LIMITS.flickerMaxS, Math.max(LIMITS.flickerMinS, value))
    default:
      return Math.min(FARTHEST, Math.max(path === 'x' || path === 'y' ? -FARTHEST : 0, value))
  }
}

/** A point's value in words: an enum's, a switch's, a number with the point's decimals. No unit. */
export function wordsOf(value: Value, point: Point | null, lang: Lang): string {
  if (typeof value === 'string' || value === null) return value ?? ''
  const table = point?.enum_text
  const word = wordIn(table, String(value)) ?? (typeof value === 'boolean' ? wordIn(table, value ? '1' : '0') : null)
  if (word) return word[lang]
  if (typeof value === 'boolean') return translate(words, lang)[value ? 'yes' : 'no']
  return typeof point?.decimals === 'number' ? value.toFixed(point.decimals) : textOf(value)
}

const wordIn = (table: Point['enum_text'] | undefined, key: string) =>
  table && Object.hasOwn(table, key) ? table[key] : null

/**
 * What else a value can be read as where the property does not take it as it is: a number as a text or as on and off, a
 * switch as 0 and 1, a text of digits as a number.
 */
export function otherReadings(value: unknown, point: Point | null, lang: Lang): readonly unknown[] {
  if (typeof value === 'number') return [wordsOf(value, point, lang), value !== 0]
  if (typeof value === 'boolean') return [Number(value), wordsOf(value, point, lang)]
  return typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)) ? [Number(value)] : []
}
