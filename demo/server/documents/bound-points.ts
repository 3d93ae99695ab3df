import { type ParameterValue, pointNamed, pointsOf, withParameters } from '../../../core/rules/expression/points.ts'
import type { PointRef } from '../../../core/rules/expression/syntax.ts'
import { snKey } from '../../../core/rules/sn.ts'

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : [])

/** Properties in which kinds of controls name points beside their bindings: curves, tables, maps. */
const POINT_PROPS = ['point', 'points', 'expression', 'latPoint', 'lngPoint'] as const
/** What may be read of a document, with the controls of its symbols once for each use of them. */
export interface Bounds {
  controls: number
  /** Of the controls of symbols, as JSON. */
  expanded: number
  /** Of the texts that are read: expressions, names of points and parameters. */
  characters: number
  points: number
}
/** More than any page could draw. */
export const MOST: Bounds = { controls: 20_000, expanded: 32 << 20, characters: 4 << 20, points: 20_000 }
/** What a text costs beside its characters. */
const TEXT = 16

/** Symbols in symbols make more of a document than anybody can look through. */
export class TooManyControls extends Error {}

/** Counts the characters of texts before they are read. */
export function openCharacters({ characters: most }: Pick<Bounds, 'characters'>): (text: string) => void {
  let left = most
  return (text) => {
    left -= text.length + TEXT
    if (left < 0) throw new TooManyControls()
  }
}

type Parameters = Readonly<Record<string, ParameterValue>>
const NONE: Parameters = {}

/** Keys of points by SN in lower case; those of the device that the screen is opened for by ''. */
export type BoundPoints = ReadonlyMap<string, ReadonlySet<string>>

/**
 * The points that a published document reads: what its controls are bound to, the conditions of their events, and the
 * points that their properties name. Throws TooManyControls where that is more than anybody can show.
 */
export function boundPoints(document: unknown, bounds: Bounds = MOST): BoundPoints {
  const bound = new Map<string, Set<string>>()
  let count = 0
  const add = (ref: PointRef) => {
    if (ref.key === '*') return
    const of = snKey(ref.sn_code)
    const keys = bound.get(of) ?? new Set()
    if (keys.has(ref.key)) return
    count += 1
    if (count > bounds.points) throw new TooManyControls()
    bound.set(of, keys.add(ref.key))
  }
  for (const { text, isName } of sourcesIn(document, bounds)) {
    const named = isName ? pointNamed(text) : null
    for (const ref of named ? [named] : pointsOf(text)) add(ref)
  }
  return bound
}

/** Points as a screen reads them that is opened for a device; for none, those that name their device. */
export function openedFor(bound: BoundPoints, sn_code: string | null): BoundPoints {
  const points = new Map<string, ReadonlySet<string>>()
  for (const [named, keys] of bound) {
    const sn = named || (sn_code && snKey(sn_code))
    if (sn) points.set(sn, new Set([...(points.get(sn) ?? []), ...keys]))
  }
  return points
}

interface Source {
  text: string
  /** A point's name, which need not be an expression: `a/b`. */
  isName: boolean
}

/** A point as rows keep it. No SN has a slash. */
export const placeOf = (sn_code: string, key: string): string => `${snKey(sn_code)}/${key}`

/** Of points that name their device, those that were open to visitors before, and those of devices that are seen: as rows keep them. */
export function openToVisitors(
  bound: Iterable<readonly [sn: string, keys: Iterable<string>]>,
  before: ReadonlySet<string>,
  isSeen: (sn: string) => boolean,
): string[] {
  return placesOf(bound).flatMap(([sn, place]) => (before.has(place) || isSeen(sn) ? place : []))
}

/** Places of points that name their device, by its SN. */
export const placesOf = (
  points: Iterable<readonly [sn: string, keys: Iterable<string>]>,
): [sn: string, place: string][] =>
  [...points].flatMap(([sn, keys]) =>
    sn === '' ? [] : [...keys].map((key): [string, string] => [sn, placeOf(sn, key)]),
  )

/** Of points, those that whoever publishes may put before visitors; those of the device that a link itself names are its maker's. */
export function amongOpen(points: BoundPoints, open: readonly string[] | null, sn_code: string | null): BoundPoints {
  if (open === null) return points
  const places = new Set(open)
  const own = sn_code === null ? null : snKey(sn_code)
  const left = [...points].map(([sn, keys]) => {
    const its = sn === own ? keys : new Set([...keys].filter((key) => places.has(placeOf(sn, key))))
    return [sn, its] as const
  })
  return new Map(left.filter(([, keys]) => keys.size > 0))
}

/** Every text of a document that may name points, with a symbol's parameters in their places. */
function* sourcesIn(document: unknown, bounds: Bounds): Generator<Source> {
  const count = openCharacters(bounds)
  for (const { control, parameters } of controlsIn(document, bounds))
    for (const { text, isName } of sourcesOf(control)) {
      count(text)
      const written = withParameters(text, parameters)
      if (written !== text) count(written)
      yield { text: written, isName }
    }
}

/**
 * Every control of a document, those of symbols once for each set of parameters that they are used with. Throws
 * TooManyControls before it walks what would be too many.
 */
export function* controlsIn(document: unknown, bounds: Bounds): Generator<{ control: Plain; parameters: Parameters }> {
  if (!isPlain(document)) return
  const symbols = isPlain(document.symbols) ? document.symbols : {}
  const countText = openCharacters(bounds)
  const sizes = new Map<string, { controls: number; expanded: number }>()
  const made = { controls: 0, expanded: 0 }
  const count = (name: string, controls: readonly Plain[]) => {
    const size = sizes.get(name) ?? { controls: controls.length, expanded: JSON.stringify(controls).length }
    sizes.set(name, size)
    made.controls += size.controls
    made.expanded += size.expanded
    if (made.controls > bounds.controls || made.expanded > bounds.expanded) throw new TooManyControls()
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
      const inner = parametersOf(used.points, parameters, countText)
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
function parametersOf(points: unknown, outer: Parameters, count: (text: string) => void): Parameters {
  if (!isPlain(points)) return NONE
  const entries = Object.entries(points).flatMap(([name, value]): [string, ParameterValue][] => {
    if (typeof value === 'string') {
      count(name + value)
      return [[name, withParameters(value, outer)]]
    }
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
