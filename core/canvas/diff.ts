import type { Control, ScreenDocument } from '../contract/documents/screen.ts'
import { arrangementOf } from './arrangement.ts'
import type { DifferenceKey } from './diff-text.ts'
import { tidy } from './geometry.ts'
import { isSame } from './props-path.ts'

/** One thing that two versions of a screen differ in. `differenceSentence` says it in words. */
export interface Difference {
  readonly key: DifferenceKey
  /** Null for the screen itself. */
  readonly control: { readonly control_id: string; readonly name: string; readonly kind: string } | null
  /** The symbol that it is about, by its name. */
  readonly symbol: string | null
  /** The property or binding, by its path. */
  readonly path: string
  readonly values: Readonly<Record<string, string | number>>
}

type Say = (key: DifferenceKey, more?: { path?: string; values?: Difference['values'] }) => void

const PAGE = [
  ['background', 'page_background'],
  ['style', 'page_style'],
  ['grid', 'page_grid'],
  ['guides', 'page_guides'],
  ['dashboard', 'page_layouts'],
] as const
const FLAGS = [
  ['locked', 'locked_true', 'locked_false'],
  ['hidden', 'hidden_true', 'hidden_false'],
] as const
const DETAILS = ['tooltip', 'alarm_of', 'item_id', 'opacity', 'version'] as const

/** What changed from one document to another, in the painting order of the newer one; what went comes last. */
export function differences(before: ScreenDocument, after: ScreenDocument): Difference[] {
  const found: Difference[] = []
  const say: Say = (key, { path = '', values = {} } = {}) =>
    found.push({ key, control: null, symbol: null, path, values })
  if (before.width !== after.width || before.height !== after.height)
    say('pageSize', { values: { width: after.width, height: after.height } })
  for (const [field, key] of PAGE) if (!isSame(before[field], after[field])) say(key)
  layerDifferences(before, after, say)
  found.push(...controlDifferences(before.controls, after.controls, null, after))
  for (const [id, symbol] of Object.entries(after.symbols)) {
    const old = Object.hasOwn(before.symbols, id) ? before.symbols[id] : undefined
    const about = (key: DifferenceKey) =>
      found.push({ key, control: null, symbol: symbol.name, path: '', values: { name: symbol.name } })
    if (!old) about('symbolAdded')
    else if (old.name !== symbol.name) about('symbolRenamed')
    if (old) found.push(...controlDifferences(old.controls, symbol.controls, symbol.name, after))
  }
  for (const [id, { name }] of Object.entries(before.symbols))
    if (!Object.hasOwn(after.symbols, id))
      found.push({ key: 'symbolRemoved', control: null, symbol: name, path: '', values: { name } })
  return found
}

function layerDifferences(before: ScreenDocument, after: ScreenDocument, say: Say): void {
  const old = new Map(before.layers.map((layer) => [layer.layer_id, layer]))
  for (const layer of after.layers) {
    const was = old.get(layer.layer_id)
    const values = { name: layer.name || layer.layer_id }
    if (!was) say('layerAdded', { values })
    else if (!isSame(was, layer)) say('layerChanged', { values })
  }
  const left = new Set(after.layers.map(({ layer_id }) => layer_id))
  for (const { layer_id, name } of before.layers)
    if (!left.has(layer_id)) say('layerRemoved', { values: { name: name || layer_id } })
  const order = (document: ScreenDocument, other: ReadonlySet<string>) =>
    document.layers.map(({ layer_id }) => layer_id).filter((id) => other.has(id))
  if (!isSame(order(before, left), order(after, new Set(old.keys())))) say('layerOrder')
}

function controlDifferences(
  before: readonly Control[],
  after: readonly Control[],
  symbol: string | null,
  document: ScreenDocument,
): Difference[] {
  const found: Difference[] = []
  const old = arrangementOf(before).byId
  const fresh = arrangementOf(after).byId
  const sayOf =
    ({ control_id, name, kind }: Control): Say =>
    (key, { path = '', values = {} } = {}) =>
      found.push({ key, control: { control_id, name, kind }, symbol, path, values })
  const moved = reorderedIds(before, after)
  for (const control of after) {
    const was = old.get(control.control_id)
    const say = sayOf(control)
    if (!was) say('added')
    else if (was !== control) controlDifference(was, control, say, document)
    if (moved.has(control.control_id)) say('order')
  }
  for (const control of before) if (!fresh.has(control.control_id)) sayOf(control)('removed')
  return found
}

function controlDifference(was: Control, is: Control, say: Say, document: ScreenDocument): void {
  if (was.kind !== is.kind) say('kind')
  if (was.name !== is.name) say('renamed', { values: { old: was.name } })
  if (was.x !== is.x || was.y !== is.y) say('moved', { values: { x: tidy(is.x - was.x), y: tidy(is.y - was.y) } })
  if (was.width !== is.width || was.height !== is.height)
    say('resized', { values: { width: is.width, height: is.height } })
  if (was.angle !== is.angle) say('rotated', { values: { angle: is.angle } })
  if (was.flip_x !== is.flip_x || was.flip_y !== is.flip_y) say('flipped')
  if (was.layer_id !== is.layer_id) {
    const layer = document.layers.find(({ layer_id }) => layer_id === is.layer_id)
    say('layer', { values: { layer: layer?.name || is.layer_id } })
  }
  if (was.parent !== is.parent) say(is.parent === null ? 'ungrouped' : 'grouped')
  for (const [flag, on, off] of FLAGS) if (was[flag] !== is[flag]) say(is[flag] ? on : off)
  for (const path of changedPaths(was.props, is.props)) say('property', { path })
  for (const path of changedPaths(was.bindings, is.bindings)) {
    const [old, fresh] = [was.bindings[path], is.bindings[path]]
    if (!old) say('bound', { path, values: { expression: fresh?.expression ?? '' } })
    else if (!fresh) say('unbound', { path })
    else if (old.expression !== fresh.expression) say('rebound', { path, values: { expression: fresh.expression } })
    else say('rule', { path })
  }
  if (!isSame(was.events, is.events)) say('events')
  for (const detail of DETAILS) if (!isSame(was[detail], is[detail])) say('property', { path: detail })
}

/** The keys whose values differ; not deeper, a change of a list is one. */
function changedPaths(was: object, is: object): string[] {
  const keys = new Set([...Object.keys(was), ...Object.keys(is)])
  const value = (holder: object, key: string) =>
    Object.hasOwn(holder, key) ? (holder as Record<string, unknown>)[key] : undefined
  return [...keys].filter((key) => !isSame(value(was, key), value(is, key)))
}

/** Who changed place among those that both have: all but the longest run that kept its order. */
function reorderedIds(before: readonly Control[], after: readonly Control[]): Set<string> {
  const { placeOf } = arrangementOf(before)
  const shared = after.map(({ control_id }) => control_id).filter((id) => placeOf.has(id))
  const places = shared.map((id) => placeOf.get(id) as number)
  if (places.every((place, at) => at === 0 || place > (places[at - 1] as number))) return new Set()
  // Patience sorting: `tails[n]` ends the best run of n + 1.
  const tails: number[] = []
  const previous = new Array<number>(places.length).fill(-1)
  places.forEach((place, at) => {
    let low = 0
    let high = tails.length
    while (low < high) {
      const half = (low + high) >> 1
      if ((places[tails[half] as number] as number) < place) low = half + 1
      else high = half
    }
    previous[at] = low === 0 ? -1 : (tails[low - 1] as number)
    tails[low] = at
  })
  const kept = new Set<string>()
  for (let at = tails.at(-1) ?? -1; at !== -1; at = previous[at] as number) kept.add(shared[at] as string)
  return new Set(shared.filter((id) => !kept.has(id)))
}
