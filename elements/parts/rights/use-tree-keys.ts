import { type KeyboardEvent, type RefObject, useState } from 'react'
import type { TreeRow } from '../../../core/rules/rights-tree.ts'

interface TreeKeysOptions<Id extends string> {
  tree: RefObject<HTMLElement | null>
  rows: readonly TreeRow<{ id: Id; parent_id: Id | null }>[]
  /** A branch that is searched stays open. */
  isSearching: boolean
  setOpen: (id: Id, isOpen: boolean) => void
  openAll: (ids: readonly Id[]) => void
  toggle: (id: Id) => void
}

/** The keys of WAI-ARIA's tree, whose items carry `data-id`; one of them is the Tab stop. */
export function useTreeKeys<Id extends string>({ tree, rows, isSearching, ...act }: TreeKeysOptions<Id>) {
  const [wanted, setActive] = useState<Id | null>(null)
  const at = Math.max(
    0,
    rows.findIndex(({ node }) => node.id === wanted),
  )
  const row = rows[at]
  const focus = (id: Id | null | undefined) => {
    if (!id || !rows.some(({ node }) => node.id === id)) return
    setActive(id)
    tree.current?.querySelector<HTMLElement>(`[data-id="${id}"]`)?.focus()
  }

  /** What a key does; undefined for one that the tree leaves alone. */
  function moveFor(key: string, isRtl: boolean): (() => void) | undefined {
    if (!row) return undefined
    const { node, isOpen } = row
    switch (key) {
      case 'ArrowDown':
        return () => focus(rows[at + 1]?.node.id)
      case 'ArrowUp':
        return () => focus(rows[at - 1]?.node.id)
      case 'Home':
        return () => focus(rows[0]?.node.id)
      case 'End':
        return () => focus(rows.at(-1)?.node.id)
      case isRtl ? 'ArrowLeft' : 'ArrowRight':
        return () => (isOpen === false ? act.setOpen(node.id, true) : isOpen && focus(rows[at + 1]?.node.id))
      case isRtl ? 'ArrowRight' : 'ArrowLeft':
        return () => (isOpen && !isSearching ? act.setOpen(node.id, false) : focus(node.parent_id))
      case '*':
        return () => act.openAll(rows.filter((one) => one.node.parent_id === node.parent_id).map((one) => one.node.id))
      case ' ':
      case 'Enter':
        return () => act.toggle(node.id)
      default:
        return undefined
    }
  }
  return {
    active: row?.node.id ?? null,
    setActive,
    onKeyDown(event: KeyboardEvent<HTMLElement>) {
      if (event.altKey || event.ctrlKey || event.metaKey) return
      const move = moveFor(event.key, getComputedStyle(event.currentTarget).direction === 'rtl')
      if (!move) return
      event.preventDefault()
      move()
    },
  }
}
