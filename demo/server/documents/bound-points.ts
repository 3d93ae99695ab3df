import { type ParameterValue, pointNamed, pointsOf, withParameters } from '../../../core/rules/expression/points.ts'
import type { PointRef } from '../../../core/rules/expression/syntax.ts'
import { snKey } from '../../../core/rules/sn.ts'

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : [])

/** Properties in which kinds of controls name points beside their bindings: curves, tables, maps. */
const POINT_PROPS = ['point', 'points', 'expression', 'latPoint', 'lngPoint'] as const
/** Controls of a document, those of symbols for each use of them, and their texts: more than any page could draw. */
const MOST = { controls: 20_000, characters: 32 << 20, points: 20_000 } as const

/** Symbols in symbols make more of a document than anybody can look through. */
export class TooManyControls extends Error {}

type Parameters = Readonly<Record<string, ParameterValue>>
const NONE: Parameters = {}

/** Keys of points by SN in lower case. */
export type BoundPoints = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The points that a published document reads: what its controls are bound to, the conditions of their events, and the
 * points that their properties name. Throws TooManyControls where that is more than anybody can show. A point without a device is of the one that the screen is opened for.
 */
export function boundPoints(document: unknown, sn_code: string | null): BoundPoints {
  const bound = new Map<string, Set<string>>()
  let count = 0
  const add = (ref: PointRef) => {
    const named = ref.sn_code || sn_code
    if (named === null || ref.key === '*') return
    const of = snKey(named)
    const keys = bound.get(of) ?? new Set()
    if (keys.has(ref.key)) return
    count += 1
    if (count > MOST.points) throw new TooManyControls()
    bound.set(of, keys.add(ref.key))
  }
  for (const { text, isName } of sourcesIn(document)) {
    const named = isName ? pointNamed(text) : null
    for (const ref of named ? [named] : pointsOf(text)) add(ref)
  }
  return bound
}

interface Source {
  text: string
  /** A point's name, which need not be an expression: `a/b`. */
  isName: boolean
}

/** A point as rows keep it. No SN has a slash. */
export const placeOf = (sn_code: string, key: string): string => `${snKey(sn_code)}/${key}`

/** Every text of a document that may name points, with a symbol's parameters in their places. */
function* sourcesIn(document: unknown): Generator<Source> {
  for (const { control, parameters } of controlsIn(document))
    for (const { text, isName } of sourcesOf(control)) yield { text: withParameters(text, parameters), isName }
}

/**
 * Every control of a document, those of symbols once for each set of parameters that they are used with. Throws
 * TooManyControls before it walks what would be too many.
 */
export function* controlsIn(document: unknown): Generator<{ control: Plain; parameters: Parameters }> {
  if (!isPlain(document)) return
  const symbols = isPlain(document.symbols) ? document.symbols : {}
  const sizes = new Map<string, { controls: number; characters: number }>()
  const made = { controls: 0, characters: 0 }
  const count = (name: string, controls: readonly Plain[]) => {
    const size = sizes.get(name) ?? { controls: controls.length, characters: JSON.stringify(controls).length }
    sizes.set(name, size)
    made.controls += size.controls
    made.characters += size.characters
    if (made.controls > MOST.controls || made.characters > MOST.characters) throw new TooManyControls()
  }
  const known = new Set<string>()
  const left: { controls: readonly Plain[]; parameters: Parameters }[] = [
    { controls: listOf(document.controls), parameters: NONE },
  ]
  for (let next = left.pop(); next; next = left.pop()) {
    const { controls, parameters } = next
    for (const control of controls) {
      yield { control, parameters }
      const used = isPlain(control.props) ? control.props : {}
      if (control.kind !== 'group' || typeof used.symbol !== 'string' || !Object.hasOwn(symbols, used.symbol)) continue
      const symbol = symbols[used.symbol]
      const inner = parametersOf(used.points, parameters)
      const place = JSON.stringify([used.symbol, inner])
      if (!isPlain(symbol) || known.has(place)) continue
      known.add(place)
      const inside = listOf(symbol.controls)
      count(used.symbol, inside)
      left.push({ controls: inside, parameters: inner })
    }
  }
}

/** What a use of a symbol says for the names that its bindings leave open. */
function parametersOf(points: unknown, outer: Parameters): Parameters {
  if (!isPlain(points)) return NONE
  const entries = Object.entries(points).flatMap(([name, value]): [string, ParameterValue][] => {
    if (typeof value === 'string') return [[name, withParameters(value, outer)]]
    return typeof value === 'number' || typeof value === 'boolean' ? [[name, value]] : []
  })
  return Object.fromEntries(entries)
}

function* sourcesOf({ bindings, events, props }: Plain): Generator<Source> {
  for (const binding of isPlain(bindings) ? Object.values(bindings) : [])
    if (isPlain(binding) && typeof binding.expression === 'string') yield { text: binding.expression, isName: false }
  for (const { when } of listOf(events)) if (typeof when === 'string') yield { text: when, isName: false }
  yield* sourcesInProps(props, 0)
}

function* sourcesInProps(props: unknown, depth: number): Generator<Source> {
  if (typeof props !== 'object' || props === null || depth > 8) return
  for (const [name, value] of Object.entries(props)) {
    const isPoint = (POINT_PROPS as readonly string[]).includes(name)
    const texts = isPoint ? [value].flat().filter((text) => typeof text === 'string') : []
    for (const text of texts) yield { text, isName: true }
    yield* sourcesInProps(value, depth + 1)
  }
}
