import type { ScreenLock } from '../../../core/contract/screen.ts'

/** A page that does not say again that it is there is gone after this. */
export const LOCK_MS = 30_000
/** Pages that are counted at a screen: ids are made up by whoever asks. */
const PAGES_MOST = 200

/** A page that has a screen open. */
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
  /** Whose the screen is for drawing: a key of `pages`. */
  holder: string | null
}

export interface ScreenLocks {
  /** The page is there; it draws when nobody else does, or when it takes. `mayHold` is false for who only looks. */
  keep(screen_id: number, page: Page, how: { mayHold: boolean; take: boolean }): void
  leave(screen_id: number, page: Page): void
  /** Who draws, as `page` sees it; null when nobody does. */
  holderOf(screen_id: number, page?: Page): ScreenLock | null
  /** Who else has the screen open. */
  othersAt(screen_id: number, page: Page): ScreenLock[]
  /** Whether a save of this page would be over somebody else's work. */
  isHeldByOther(screen_id: number, page: Page): boolean
}

// An editor's id is its own word: of another user it is another page.
const keyOf = ({ user_id, editor_id }: Page) => `${user_id} ${editor_id}`

/** Who has which screen open for drawing, in the memory of this process: pages say it again every few seconds. */
export function openScreenLocks(now: () => number = Date.now): ScreenLocks {
  const screens = new Map<number, Opened>()

  const at = (screen_id: number): Opened | undefined => {
    const opened = screens.get(screen_id)
    if (!opened) return undefined
    for (const [key, { last }] of opened.pages) if (now() - last >= LOCK_MS) opened.pages.delete(key)
    if (opened.holder !== null && !opened.pages.has(opened.holder)) opened.holder = null
    if (opened.pages.size > 0) return opened
    screens.delete(screen_id)
    return undefined
  }

  const asLock = ({ last: _, ...present }: Present, page: Page | undefined): ScreenLock => ({
    ...present,
    is_mine: page !== undefined && keyOf(page) === keyOf(present),
  })

  return {
    keep(screen_id, page, { mayHold, take }) {
      const opened = at(screen_id) ?? { pages: new Map(), holder: null }
      // Screens that nobody comes back to are forgotten when another one is opened.
      if (!screens.has(screen_id)) for (const other of screens.keys()) at(other)
      screens.set(screen_id, opened)
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

    leave(screen_id, page) {
      const opened = at(screen_id)
      if (!opened) return
      opened.pages.delete(keyOf(page))
      at(screen_id)
    },

    holderOf(screen_id, page) {
      const opened = at(screen_id)
      const holder = opened?.holder ? opened.pages.get(opened.holder) : undefined
      return holder ? asLock(holder, page) : null
    },

    othersAt(screen_id, page) {
      const pages = [...(at(screen_id)?.pages ?? [])]
      return pages.filter(([key]) => key !== keyOf(page)).map(([, present]) => asLock(present, page))
    },

    isHeldByOther(screen_id, page) {
      const holder = at(screen_id)?.holder ?? null
      return holder !== null && holder !== keyOf(page)
    },
  }
}
