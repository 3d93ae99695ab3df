import { type MayAct, mayDoAny, mayHold } from '../../../parts/alarm-acts/use-may-act.ts'
import type { text } from './text.ts'

type Words = keyof (typeof text)['rows']

interface Key {
  readonly keys: readonly string[]
  readonly does: Words
  /** Only for who may confirm, or shelve. */
  readonly needs?: (may: MayAct) => boolean
}

/** What the keyboard does while the focus is in the feed. */
export const KEYS: readonly Key[] = [
  { keys: ['j', '↓'], does: 'down' },
  { keys: ['k', '↑'], does: 'up' },
  { keys: ['Enter'], does: 'open' },
  { keys: ['x', 'Space'], does: 'select', needs: mayDoAny },
  { keys: ['Ctrl A'], does: 'selectAll', needs: mayDoAny },
  { keys: ['a'], does: 'confirm', needs: ({ confirm }) => confirm },
  { keys: ['Shift A'], does: 'confirmNoted', needs: ({ confirm }) => confirm },
  { keys: ['s'], does: 'shelve', needs: mayHold },
  { keys: ['n'], does: 'fresh' },
  { keys: ['/'], does: 'search' },
  { keys: ['Esc'], does: 'close' },
  { keys: ['?'], does: 'list' },
]
