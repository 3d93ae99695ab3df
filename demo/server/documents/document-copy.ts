import { replaced } from './replaced.ts'

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

type Name = 'screen_id' | 'item_id'
export type Renamed = Readonly<Record<Name, ReadonlyMap<number, number>>>

/** A field with a number, in JSON without spaces: within a text, a backslash stands before each quotation mark. */
const NAMED = /(?<=[{,])"(screen_id|item_id)":([1-9]\d{0,14})(?=[,}])/g

/**
 * The JSON of a document that leads to other screens and asks for other permission items: for a copy, whose own they are.
 * Nothing else in it changes.
 */
export const renamed = (json: string, to: Renamed): string =>
  replaced(json, NAMED, ([, name, id]) => {
    const other = to[name as Name].get(Number(id))
    return other === undefined ? null : `"${name}":${other}`
  })
