import type { text } from './text.ts'

type Words = keyof (typeof text)['rows']

interface Key {
  readonly keys: readonly string[]
  readonly does: Words
  /** Only for who may confirm, or shelve. */
  readonly needs?: 'mayAct' | 'mayShelve'
}

/** What the keyboard does while the focus is in the feed. */
export const KEYS: readonly Key[] = [
  { keys: ['j', '↓'], does: 'down' },
  { keys: ['k', '↑'], does: 'up' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['x', 'Space'], does: 'select', needs: 'mayAct' },
  { keys: ['Ctrl A'], does: 'selectAll', needs: 'mayAct' },
  { keys: ['a'], does: 'confirm', needs: 'mayAct' },
  { keys: ['s'], does: 'shelve', needs: 'mayShelve' },
  { keys: ['n'], does: 'fresh' },
  { keys: ['/'], does: 'search' },
  { keys: ['Esc'], does: 'close' },
  { keys: ['?'], does: 'list' },
]
