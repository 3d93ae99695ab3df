import type { text } from './text.ts'

type Words = keyof (typeof text)['rows']

/** What the keyboard does while the focus is in the feed. */
export const KEYS: readonly { keys: readonly string[]; does: Words }[] = [
  { keys: ['j', '↓'], does: 'down' },
  { keys: ['k', '↑'], does: 'up' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['x', 'Space'], does: 'select' },
  { keys: ['Ctrl A'], does: 'selectAll' },
  { keys: ['a'], does: 'confirm' },
  { keys: ['s'], does: 'shelve' },
  { keys: ['n'], does: 'fresh' },
  { keys: ['/'], does: 'search' },
  { keys: ['Esc'], does: 'close' },
  { keys: ['?'], does: 'list' },
]
