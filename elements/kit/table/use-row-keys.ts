import { type FocusEvent, type KeyboardEvent, useState } from 'react'

interface RowKeysOptions {
  count: number
  pageSize: number
  reveal(index: number): void
  open(index: number): void
  select(index: number): void
}

/** Arrows, Page, Home and End move over the rows of a grid that has the focus; Enter opens, Space selects. */
export function useRowKeys({ count, pageSize, reveal, open, select }: RowKeysOptions) {
  const [wanted, setActive] = useState<number | null>(null)
  const active = wanted === null || count === 0 ? null : Math.min(wanted, count - 1)
  const go = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index))
    setActive(next)
    reveal(next)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys for a button or field inside a cell are not the grid's.
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const at = active ?? -1
    const moves: Record<string, () => void> = {
      ArrowDown: () => go(at + 1),
      ArrowUp: () => go(active === null ? 0 : at - 1),
      PageDown: () => go(Math.max(0, at) + pageSize),
      PageUp: () => go(at - pageSize),
      Home: () => go(0),
      End: () => go(count - 1),
      Enter: () => active !== null && open(active),
      ' ': () => active !== null && select(active),
    }
    const move = moves[event.key]
    if (!move) return
    event.preventDefault()
    move()
  }
  const onFocus = (event: FocusEvent) => {
    if (event.target === event.currentTarget && active === null) setActive(0)
  }
  return { active, setActive, onKeyDown, onFocus }
}
