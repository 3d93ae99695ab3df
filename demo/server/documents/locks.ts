import { ApiError } from '../../../core/contract/api-error.ts'
import type { ScreenLock } from '../../../core/contract/screen.ts'
import type { Caller } from '../http/caller.ts'

/** A page that does not say again that it is there is gone after this. */
export const LOCK_MS = 30_000
/** Pages that are counted at a document: ids are made up by whoever asks. */
const PAGES_MOST = 200

/** A page that has a document open. */
export interface Page {
  user_id: number
  user_name: string
  editor_id: string
}

interface Present extends Page {
  since: number
  last: number
}

interface Opened {
  pages: Map<string, Present>
  /** Whose the document is for drawing: a key of `pages`. */
  holder: string | null
}

export interface DocumentLocks {
  /** The page is there; it draws when nobody else does, or when it takes. `mayHold` is false for who only looks. */
  keep(document_id: number, page: Page, how: { mayHold: boolean; take: boolean }): void
  leave(document_id: number, page: Page): void
  /** Who draws, as `page` sees it; null when nobody does. */
  holderOf(document_id: number, page?: Page): ScreenLock | null
  /** Who else has the document open. */
  othersAt(document_id: number, page: Page): ScreenLock[]
  /** Whether a save of this page would be over somebody else's work. */
  isHeldByOther(document_id: number, page: Page): boolean
}

// An editor's id is its own word: of another user it is another page.
const keyOf = ({ user_id, editor_id }: Page) => `${user_id} ${editor_id}`

/** Who has which screen or dashboard open for drawing, in the memory of this process: pages say it again every few seconds. */
export function openDocumentLocks(now: () => number = Date.now): DocumentLocks {
  const documents = new Map<number, Opened>()

  const at = (document_id: number): Opened | undefined => {
    const opened = documents.get(document_id)
    if (!opened) return undefined
    for (const [key, { last }] of opened.pages) if (now() - last >= LOCK_MS) opened.pages.delete(key)
    if (opened.holder !== null && !opened.pages.has(opened.holder)) opened.holder = null
    if (opened.pages.size > 0) return opened
    documents.delete(document_id)
    return undefined
  }

  const asLock = ({ last: _, ...present }: Present, page: Page | undefined): ScreenLock => ({
    ...present,
    is_mine: page !== undefined && keyOf(page) === keyOf(present),
  })

  return {
    keep(document_id, page, { mayHold, take }) {
      const opened = at(document_id) ?? { pages: new Map(), holder: null }
      // Documents that nobody comes back to are forgotten when another one is opened.
      if (!documents.has(document_id)) for (const other of documents.keys()) at(other)
      documents.set(document_id, opened)
      const [key, time] = [keyOf(page), now()]
      const { user_id, user_name, editor_id } = page
      const known = opened.pages.get(key)
      if (!known && opened.pages.size >= PAGES_MOST) return
      if (!mayHold && opened.holder === key) opened.holder = null
      const isNew = mayHold && opened.holder !== key && (opened.holder === null || take)
      const since = isNew || !known ? time : known.since
      opened.pages.set(key, { user_id, user_name, editor_id, since, last: time })
      if (isNew) opened.holder = key
    },

    leave(document_id, page) {
      const opened = at(document_id)
      if (!opened) return
      opened.pages.delete(keyOf(page))
      at(document_id)
    },

    holderOf(document_id, page) {
      const opened = at(document_id)
      const holder = opened?.holder ? opened.pages.get(opened.holder) : undefined
      return holder ? asLock(holder, page) : null
    },

    othersAt(document_id, page) {
      const pages = [...(at(document_id)?.pages ?? [])]
      return pages.filter(([key]) => key !== keyOf(page)).map(([, present]) => asLock(present, page))
    },

    isHeldByOther(document_id, page) {
      const holder = at(document_id)?.holder ?? null
      return holder !== null && holder !== keyOf(page)
    },
  }
}

/** A page keeps, takes or releases a document: who has it then, and who else has it open. */
export function lockAnswer(
  locks: DocumentLocks,
  document_id: number,
  { user_id, user_name }: Caller,
  { editor_id, take, release, mayHold }: { editor_id: string; take: boolean; release: boolean; mayHold: boolean },
): { lock: ScreenLock | null; present: ScreenLock[] } {
  const page = { user_id, user_name, editor_id }
  if (release) locks.leave(document_id, page)
  else locks.keep(document_id, page, { mayHold, take })
  return { lock: locks.holderOf(document_id, page), present: locks.othersAt(document_id, page) }
}

/** Refuses with 100027 what was not made from the newest revision, or while another page draws. */
export function requireTurn(
  locks: DocumentLocks,
  document_id: number,
  { user_id, user_name }: Caller,
  { newest, revision, editor_id }: { newest: number; revision: number; editor_id: string },
): void {
  if (revision !== newest || locks.isHeldByOther(document_id, { user_id, user_name, editor_id }))
    throw new ApiError('100027')
}
