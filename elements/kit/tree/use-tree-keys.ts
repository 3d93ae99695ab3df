import { type KeyboardEvent, useRef } from 'react'
import type { TreeNode, TreeRow } from '../../../core/rules/tree.ts'

/** Letters that come faster than this are one word. */
const WORD_MS = 700

interface TreeKeysOptions<Id> {
  rows: readonly TreeRow<TreeNode<Id>>[]
  /** Of the row with the focus. */
  indexOf: (row: Element) => number
  nameAt: (index: number) => string
  /** A branch that is searched stays open. */
  isSearching: boolean
  focus: (id: Id) => void
  setOpen: (ids: readonly Id[], isOpen: boolean) => void
  select: (id: Id) => void
  openMenu: (id: Id) => void
}

/** The row after `at`, round the end, whose name begins so; a word just begun may stay where it is. */
export function rowOfWord(count: number, at: number, word: string, nameAt: (index: number) => string): number | null {
  const first = word.length === 1 ? 1 : 0
  for (let step = first; step < count + first; step++) {
    const index = (at + step) % count
    if (nameAt(index).toLowerCase().startsWith(word)) return index
  }
  return null
}

/** The keys of WAI-ARIA's tree: arrows, Home, End, `*`, a name's first letters, Enter, and the key of the menu. */
export function useTreeKeys<Id>({ rows, indexOf, nameAt, isSearching, ...act }: TreeKeysOptions<Id>) {
  const typed = useRef({ word: '', time: 0 })
  const idAt = (index: number) => rows[index]?.node.object.id
  const go = (index: number) => {
    const id = idAt(index)
    if (id !== undefined) act.focus(id)
  }
  const outward = (at: number, level: number) => {
    for (let index = at; index >= 0; index--) if ((rows[index]?.level ?? 0) < level) return go(index)
  }

  function moveFor({ key, shiftKey }: KeyboardEvent, at: number, isRtl: boolean): (() => void) | undefined {
    const row = rows[at]
    if (!row) return undefined
    const { isOpen, level } = row
    const { id, parent_id } = row.node.object
    switch (key) {
      case 'ArrowDown':
        return () => go(at + 1)
      case 'ArrowUp':
        return () => go(at - 1)
      case 'Home':
        return () => go(0)
      case 'End':
        return () => go(rows.length - 1)
      case isRtl ? 'ArrowLeft' : 'ArrowRight':
        return () => (isOpen === false ? act.setOpen([id], true) : isOpen && go(at + 1))
      case isRtl ? 'ArrowRight' : 'ArrowLeft':
        return () => (isOpen && !isSearching ? act.setOpen([id], false) : outward(at, level))
      case '*':
        return () => {
          const beside = rows.filter(({ node }) => node.object.parent_id === parent_id)
          act.setOpen(
            beside.map(({ node }) => node.object.id),
            true,
          )
        }
      case 'Enter':
      case ' ':
        return () => act.select(id)
      case 'ContextMenu':
        return () => act.openMenu(id)
      case 'F10':
        return shiftKey ? () => act.openMenu(id) : undefined
      default:
        return undefined
    }
  }

  function find(event: KeyboardEvent, at: number): (() => void) | undefined {
    if ([...event.key].length !== 1 || rows.length === 0) return undefined
    const isSameWord = event.timeStamp - typed.current.time < WORD_MS
    const word = (isSameWord ? typed.current.word : '') + event.key.toLowerCase()
    typed.current = { word, time: event.timeStamp }
    const found = rowOfWord(rows.length, at, word, nameAt)
    return found === null ? undefined : () => go(found)
  }

  return (event: KeyboardEvent<HTMLElement>) => {
    // Keys for a button within a row, or for what it opened, are not the tree's.
    const row = event.target as Element
    if (row.getAttribute('role') !== 'treeitem') return
    if (event.altKey || event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return
    const at = indexOf(row)
    const move = moveFor(event, at, getComputedStyle(event.currentTarget).direction === 'rtl') ?? find(event, at)
    if (!move) return
    event.preventDefault()
    move()
  }
}
