import { readJson } from '../../../core/contract/json.ts'

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : [])

const GALLERY = /^gallery\/([1-9]\d{0,14})$/

/** The gallery's symbol that a group of controls is made of; null for every other control. */
function symbolOf({ kind, props }: Plain): number | null {
  const named = kind === 'group' && isPlain(props) ? props.symbol : null
  const [, id] = (typeof named === 'string' && GALLERY.exec(named)) || []
  return id === undefined ? null : Number(id)
}

const symbolsIn = (controls: unknown): number[] => listOf(controls).flatMap((control) => symbolOf(control) ?? [])

/**
 * A document with the symbols of the gallery that it uses inside, as they are now, so that what was published stays as it
 * was. `groups` are the texts of those that are there, by id; one that is gone, or is none, stays a name. For a thread.
 */
export function frozen(document: string, groups: ReadonlyMap<number, string>): string {
  const drawn: Plain = JSON.parse(document)
  const own = isPlain(drawn.symbols) ? drawn.symbols : {}
  const inside = new Map<number, Plain>()
  const read = new Set<number>()
  const left = [
    ...symbolsIn(drawn.controls),
    ...Object.values(own).flatMap((one) => symbolsIn(isPlain(one) ? one.controls : [])),
  ]
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    const text = groups.get(id)
    if (text === undefined || read.has(id)) continue
    read.add(id)
    const symbol = readJson(text)
    if (!isPlain(symbol)) continue
    inside.set(id, symbol)
    left.push(...symbolsIn(symbol.controls))
  }
  if (inside.size === 0) return document
  const symbols = Object.fromEntries(
    [...inside].sort(([a], [b]) => a - b).map(([id, symbol]) => [`gallery/${id}`, symbol]),
  )
  return JSON.stringify({ ...drawn, symbols: { ...own, ...symbols } })
}
