type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)
const listOf = (value: unknown): Plain[] => (Array.isArray(value) ? value.filter(isPlain) : [])

const GALLERY = /^gallery\/([1-9]\d{0,14})$/
/** More than any screen uses, and an end to symbols that name ever new ones. */
const SYMBOLS_MOST = 500

/** The gallery's symbol that a group of controls is made of; null for every other control. */
function symbolOf({ kind, props }: Plain): number | null {
  const named = kind === 'group' && isPlain(props) ? props.symbol : null
  const [, id] = (typeof named === 'string' && GALLERY.exec(named)) || []
  return id === undefined ? null : Number(id)
}

const symbolsIn = (controls: unknown): number[] => listOf(controls).flatMap((control) => symbolOf(control) ?? [])

/**
 * A document with the symbols of the gallery that it uses inside, as they are now, so that what was published stays as it
 * was. `read` answers those that are there, by id; one that is gone stays a name.
 */
export async function frozen(
  document: Plain,
  read: (resource_ids: readonly number[]) => Promise<ReadonlyMap<number, unknown>>,
): Promise<Plain> {
  const own = isPlain(document.symbols) ? document.symbols : {}
  const inside = new Map<number, Plain>()
  const asked = new Set<number>()
  let next = [
    ...symbolsIn(document.controls),
    ...Object.values(own).flatMap((one) => symbolsIn(isPlain(one) ? one.controls : [])),
  ]
  for (;;) {
    const ids = [...new Set(next)].filter((id) => !asked.has(id)).slice(0, SYMBOLS_MOST - asked.size)
    if (ids.length === 0) break
    for (const id of ids) asked.add(id)
    const found = await read(ids)
    next = []
    for (const [id, symbol] of found) {
      if (!isPlain(symbol)) continue
      inside.set(id, symbol)
      next.push(...symbolsIn(symbol.controls))
    }
  }
  if (inside.size === 0) return document
  const symbols = Object.fromEntries(
    [...inside].sort(([a], [b]) => a - b).map(([id, symbol]) => [`gallery/${id}`, symbol]),
  )
  return { ...document, symbols: { ...own, ...symbols } }
}

/** A document as it was before it was frozen: the gallery's symbols are the gallery's again. */
export function thawed(document: Plain): Plain {
  if (!isPlain(document.symbols)) return document
  const own = Object.entries(document.symbols).filter(([name]) => !GALLERY.test(name))
  return { ...document, symbols: Object.fromEntries(own) }
}

const NAMED = ['screen_id', 'item_id'] as const
export type Renamed = Readonly<Record<(typeof NAMED)[number], ReadonlyMap<number, number>>>

/**
 * A document that leads to other screens and asks for other permission items: for a copy, whose own they are. Nothing
 * else in it changes.
 */
export function renamed(document: Plain, to: Renamed): Plain {
  const copy = structuredClone(document)
  const left: unknown[] = [copy]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (typeof next !== 'object' || next === null) continue
    for (const name of NAMED) {
      const named = (next as Plain)[name]
      const other = typeof named === 'number' ? to[name].get(named) : undefined
      if (other !== undefined) (next as Plain)[name] = other
    }
    left.push(...Object.values(next))
  }
  return copy
}
