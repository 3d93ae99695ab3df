type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null && !Array.isArray(value)

/** How a frozen document holds a symbol of the gallery. */
const isOfGallery = (name: string) => /^gallery\/[1-9]\d{0,14}$/.test(name)

/** A document as it was before it was frozen: the gallery's symbols are the gallery's again. */
export function thawed(document: Plain): Plain {
  if (!isPlain(document.symbols)) return document
  const own = Object.entries(document.symbols).filter(([name]) => !isOfGallery(name))
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
