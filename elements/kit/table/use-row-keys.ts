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
  const at = active ?? -1
  const moveFor = (key: string): (() => void) | null => {
    switch (key) {
      case 'ArrowDown':
        return () => go(at + 1)
      case 'ArrowUp':
        return () => go(at - 1)
      case 'PageDown':
        return () => go(Math.max(0, at) + pageSize)
      case 'PageUp':
        return () => go(at - pageSize)
      case 'Home':
        return () => go(0)
      case 'End':
        return () => go(count - 1)
      case 'Enter':
        return () => active !== null && open(active)
      case ' ':
        return () => active !== null && select(active)
      default:
        return null
    }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys for a button or field inside a cell are not the grid's.
    if (event.target !== event.currentTarget || event.altKey || event.ctrlKey || event.metaKey) return
    const move = moveFor(event.key)
    if (!move) return
    event.preventDefault()
    move()
  }
  const onFocus = (event: FocusEvent) => {
    if (event.target === event.currentTarget && active === null) setActive(0)
  }
  return { active, setActive, onKeyDown, onFocus }
}
