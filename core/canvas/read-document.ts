import { LIMITS } from '../catalogue/limits.ts'
import { type Control, FARTHEST_PX, Layer, SCREEN_VERSION, ScreenDocument } from '../contract/documents/screen.ts'
import { checkedJson, DEEPEST, LARGEST_MB } from './json-walk.ts'
import type { KindTable, RawProps } from './kind.ts'
import { migratedDocument } from './migrations.ts'
import { documentProblem, type Problem } from './problem.ts'
import { type Broken, merged, readControl, repaired } from './read-control.ts'

export type Opened =
  | {
      readonly document: ScreenDocument
      readonly problems: readonly Problem[]
      /** Controls that stand as placeholders, with what was stored. */
      readonly broken: readonly Broken[]
      readonly refusal: null
    }
  | { readonly document: null; readonly problems: readonly []; readonly broken: readonly []; readonly refusal: Problem }

/** Where a document keeps parts of itself that could not be read, by their path. */
export const UNREAD = 'unread'

const SIZE = { width: 1280, height: 720 }
const MAIN_LAYER = { layer_id: 'main', name: '', locked: false, hidden: false }
const MOST_LAYERS = 50
const FIELDS = ['background', 'style', 'guides', 'grid'] as const

const isRecord = (value: unknown): value is RawProps =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/**
 * Opens a stored document that nobody has checked. As much of it is drawn as can be; what cannot is kept with it, so that
 * a save loses nothing. Refused is only what is no screen at all, what a newer program wrote, and what is too much.
 */
export function readDocument(stored: unknown, kinds: KindTable): Opened {
  const refused = (refusal: Problem): Opened => ({ document: null, problems: [], broken: [], refusal })
  const checked = checkedJson(stored)
  if (!checked.ok) {
    const most = checked.fault === 'tooDeep' ? DEEPEST : LARGEST_MB
    return refused(documentProblem(checked.fault, 'refused', { most }))
  }
  const sent = checked.value
  if (!isRecord(sent) || !Array.isArray(sent.controls)) return refused(documentProblem('notDocument', 'refused'))
  const problems = checked.unsafe.map((path) => documentProblem('unsafeKey', 'repaired', {}, path))
  const version = ScreenDocument.shape.version.safeParse(sent.version)
  if (version.success && version.data > SCREEN_VERSION)
    return refused(documentProblem('newer', 'refused', { found: version.data, known: SCREEN_VERSION }))
  if (!version.success) problems.push(documentProblem('badVersion', 'repaired', {}, 'version'))
  const raw = migratedDocument(sent, version.success ? version.data : 1)
  const stock = Array.isArray(raw.controls) ? raw.controls : []
  if (stock.length > LIMITS.controlsPerScreen)
    return refused(documentProblem('tooMany', 'refused', { count: stock.length, most: LIMITS.controlsPerScreen }))

  const unread: Record<string, unknown> = isRecord(raw[UNREAD]) ? { ...raw[UNREAD] } : {}
  const misread = (path: string, problem: Problem, value: unknown) => {
    problems.push(problem)
    unread[path] = value
  }
  const fields: Record<string, unknown> = {}
  for (const field of ['width', 'height', ...FIELDS] as const) {
    const parsed = ScreenDocument.shape[field].safeParse(raw[field])
    if (parsed.success) {
      fields[field] = merged(raw[field], parsed.data)
      continue
    }
    if (raw[field] !== undefined) misread(field, documentProblem('badField', 'repaired', {}, field), raw[field])
    fields[field] = field === 'width' || field === 'height' ? SIZE[field] : ScreenDocument.shape[field].parse(undefined)
  }
  const layers = readLayers(raw.layers, misread)
  const broken: Broken[] = []
  const ids = new Set(layers.map(({ layer_id }) => layer_id))
  const controls = readControls(stock, ids, { kinds, problems, broken, symbol: null })
  const symbols = readSymbols(raw.symbols, ids, { kinds, problems, broken }, misread)
  const document = { ...raw, ...fields, layers, controls, symbols } as ScreenDocument
  if (Object.keys(unread).length > 0) document[UNREAD] = unread
  return { document, problems, broken, refusal: null }
}

/** Controls and symbols that came without a document, as they are pasted; null for what is none. Broken ones are left out. */
export function readParts(
  controls: unknown,
  symbols: unknown,
  kinds: KindTable,
): Pick<ScreenDocument, 'controls' | 'symbols'> | null {
  if (!Array.isArray(controls)) return null
  const all = [controls, ...Object.values(isRecord(symbols) ? symbols : {}).map(symbolControls)].flatMap(
    (list) => list ?? [],
  )
  // Layers are those of the document that they come from: who pastes puts in its own.
  const names = new Set(all.map((control) => (isRecord(control) ? control.layer_id : undefined)))
  const layers = [...names].flatMap((layer_id) => (typeof layer_id === 'string' ? { layer_id, name: '' } : []))
  const opened = readDocument({ version: SCREEN_VERSION, ...SIZE, layers, controls, symbols: symbols ?? {} }, kinds)
  if (!opened.document) return null
  const lost = new Set(opened.broken.filter(({ symbol }) => symbol === null).map(({ control_id }) => control_id))
  return {
    symbols: opened.document.symbols,
    controls: opened.document.controls.filter(({ control_id }) => !lost.has(control_id)),
  }
}

const readControls = (
  stored: readonly unknown[],
  layers: ReadonlySet<string>,
  reading: Parameters<typeof readControl>[2],
): Control[] =>
  repaired(
    stored.map((control, index) => readControl(control, index, reading)),
    layers,
    reading,
  )

type Misread = (path: string, problem: Problem, value: unknown) => void

function readLayers(stored: unknown, misread: Misread): ScreenDocument['layers'] {
  if (stored === undefined) return [MAIN_LAYER]
  if (!Array.isArray(stored)) {
    misread('layers', documentProblem('badField', 'repaired', {}, 'layers'), stored)
    return [MAIN_LAYER]
  }
  const layers = new Map<string, Layer>()
  stored.forEach((raw, index) => {
    const layer = Layer.safeParse(raw)
    const path = `layers.${index}`
    if (!layer.success || layers.size === MOST_LAYERS)
      misread(path, documentProblem('badLayer', 'repaired', { index: index + 1 }, path), raw)
    else if (layers.has(layer.data.layer_id))
      misread(
        path,
        documentProblem('sameLayer', 'repaired', { name: layer.data.name || layer.data.layer_id }, path),
        raw,
      )
    else layers.set(layer.data.layer_id, merged(raw, layer.data) as Layer)
  })
  return layers.size > 0 ? [...layers.values()] : [MAIN_LAYER]
}

function readSymbols(
  stored: unknown,
  layers: ReadonlySet<string>,
  reading: Omit<Parameters<typeof readControl>[2], 'symbol'>,
  misread: Misread,
): ScreenDocument['symbols'] {
  if (stored === undefined) return {}
  if (!isRecord(stored)) {
    misread('symbols', documentProblem('badField', 'repaired', {}, 'symbols'), stored)
    return {}
  }
  const symbols: ScreenDocument['symbols'] = {}
  for (const [id, raw] of Object.entries(stored)) {
    const members = symbolControls(raw)
    if (!members) {
      misread(`symbols.${id}`, documentProblem('badSymbol', 'repaired', { name: id }, `symbols.${id}`), raw)
      continue
    }
    const controls = readControls(members, layers, { ...reading, symbol: id })
    symbols[id] = { ...(raw as RawProps), controls } as ScreenDocument['symbols'][string]
  }
  return symbols
}

/** What a symbol holds; null where it is none. */
function symbolControls(raw: unknown): readonly unknown[] | null {
  if (!isRecord(raw) || typeof raw.name !== 'string' || !Array.isArray(raw.controls)) return null
  const isSized = [raw.width, raw.height].every((px) => typeof px === 'number' && px >= 0 && px <= FARTHEST_PX)
  return isSized && raw.controls.length <= LIMITS.controlsPerScreen ? raw.controls : null
}
