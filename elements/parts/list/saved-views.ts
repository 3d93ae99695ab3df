import { readJson } from '../../../core/contract/json.ts'

export const MOST_VIEWS = 20
/** Characters of a name. */
export const MOST_NAME = 32

/** What a list showed when it was saved under a name. */
export interface SavedView {
  readonly name: string
  /** The choice of columns; null as they are declared. */
  readonly columns: string | null
  readonly view: Readonly<Record<string, unknown>>
}

/** Those in a kept text; what is no view is left out. */
export function readSavedViews(kept: string | null): readonly SavedView[] {
  const read = readJson(kept ?? '')
  return Array.isArray(read) ? read.filter(isSavedView).slice(0, MOST_VIEWS) : []
}

function isSavedView(read: unknown): read is SavedView {
  const { name, columns, view } = (read ?? {}) as Partial<Record<keyof SavedView, unknown>>
  return (
    typeof name === 'string' &&
    (columns === null || typeof columns === 'string') &&
    kindOf(view) === 'object' &&
    view !== null
  )
}

const kindOf = (value: unknown) => (Array.isArray(value) ? 'list' : typeof value)
/** What is null now may be anything else: a filter that is not set. */
const mayBe = (kept: unknown, now: unknown) => kept === null || now === null || kindOf(kept) === kindOf(now)

/** Of a saved view what this element still knows, from its first page. */
export function fitting({ view: saved }: Pick<SavedView, 'view'>, now: object): object {
  const known = Object.entries(now).filter(([key, value]) => Object.hasOwn(saved, key) && mayBe(saved[key], value))
  const part = Object.fromEntries(known.map(([key]) => [key, saved[key]]))
  return 'page' in now ? { ...part, page: null } : part
}
