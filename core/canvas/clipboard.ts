import type { Control, ScreenDocument } from '../contract/documents/screen.ts'
import { readJson } from '../contract/json.ts'
import { symbolOf, withMembers } from './arrangement.ts'
import { copiesOf } from './copies.ts'
import type { KindTable } from './kind.ts'
import { layerForNew } from './new-control.ts'
import { isSame } from './props-path.ts'
import { readParts } from './read-document.ts'
import { shows, symbolIn } from './symbol-scope.ts'

/** Says of a text that it is ours, and which form it has. */
const MARK = 'sightglass/controls'
const VERSION = 1

export type PasteProblem = 'foreign' | 'newer' | 'too-many'

/** The text for the clipboard: the controls with all that they need from the document; null for none. */
export function clipboardText(document: ScreenDocument, ids: readonly string[]): string | null {
  const controls = withMembers(document, ids)
  if (controls.length === 0) return null
  return JSON.stringify({ is: MARK, version: VERSION, controls, symbols: symbolsOf(document, controls) })
}

/** The symbols that controls show, with those that these show in turn. */
function symbolsOf(document: ScreenDocument, controls: readonly Control[]): ScreenDocument['symbols'] {
  const symbols: ScreenDocument['symbols'] = {}
  const open = [...controls]
  for (let control = open.pop(); control; control = open.pop()) {
    const id = symbolOf(control)
    const content = id === null ? undefined : symbolIn(document, id)
    if (id === null || !content || Object.hasOwn(symbols, id)) continue
    symbols[id] = content
    open.push(...content.controls)
  }
  return symbols
}

/**
 * What a text of the clipboard holds, ready to be added to the document: with new ids, in layers that are there, and with
 * the document's symbols and those that came along. Whatever else is on a clipboard is foreign.
 */
export function pastedFrom(
  text: string,
  document: ScreenDocument,
  kinds: KindTable,
  newId: () => string,
  inside: string | null,
): { readonly controls: Control[]; readonly symbols: ScreenDocument['symbols'] } | { readonly problem: PasteProblem } {
  const sent = sentIn(text)
  if (sent === null) return { problem: 'foreign' }
  if (sent.version !== VERSION) return { problem: 'newer' }
  const parts = readParts(sent.controls, sent.symbols, kinds)
  if (!parts || parts.controls.length === 0) return { problem: 'foreign' }
  const layers = new Set(document.layers.map(({ layer_id }) => layer_id))
  const layer_id = layerForNew(document)
  const inLayer = (control: Control) => (layers.has(control.layer_id) ? control : { ...control, layer_id })
  const { names, symbols } = joined(document.symbols, parts.symbols, newId, inLayer)
  const there = new Set(parts.controls.map(({ control_id }) => control_id))
  const controls = copiesOf(parts.controls, newId, { x: 0, y: 0 }).map((copy, at) => {
    const parent = parts.controls[at]?.parent ?? null
    return {
      ...withSymbolNames(inLayer(copy), names),
      parent: parent !== null && there.has(parent) ? copy.parent : null,
    }
  })
  const isCircle = (control: Control) => {
    const symbol = symbolOf(control)
    return symbol !== null && inside !== null && shows({ ...document, symbols }, symbol, inside)
  }
  return { controls: controls.filter((control) => !isCircle(control)), symbols }
}

function sentIn(text: string): Record<string, unknown> | null {
  if (!text.includes(MARK)) return null
  const sent = readJson(text)
  const isOurs = typeof sent === 'object' && sent !== null && (sent as { is?: unknown }).is === MARK
  return isOurs ? (sent as Record<string, unknown>) : null
}

/** Symbols that come along keep their id where it is free or names the same; else they get a new one. */
function joined(
  own: ScreenDocument['symbols'],
  sent: ScreenDocument['symbols'],
  newId: () => string,
  inLayer: (control: Control) => Control,
): { names: ReadonlyMap<string, string>; symbols: ScreenDocument['symbols'] } {
  const names = new Map<string, string>()
  for (const [id, symbol] of Object.entries(sent))
    names.set(id, !Object.hasOwn(own, id) || isSame(own[id], symbol) ? id : newId())
  const added = Object.entries(sent).flatMap(([id, symbol]) => {
    const name = names.get(id) as string
    if (Object.hasOwn(own, name)) return []
    return [
      [
        name,
        { ...symbol, controls: symbol.controls.map((member) => withSymbolNames(inLayer(member), names)) },
      ] as const,
    ]
  })
  return { names, symbols: added.length === 0 ? own : { ...own, ...Object.fromEntries(added) } }
}

function withSymbolNames(control: Control, names: ReadonlyMap<string, string>): Control {
  const symbol = symbolOf(control)
  const name = symbol === null ? undefined : names.get(symbol)
  return name === undefined || name === symbol ? control : { ...control, props: { ...control.props, symbol: name } }
}
