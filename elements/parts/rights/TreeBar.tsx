import { type ReactNode, useState } from 'react'
import { useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { text } from './text.ts'

/** Which branches of a tree are open, and what is searched in it. */
export interface Branches<Id> {
  search: string
  setSearch: (search: string) => void
  isOpen: (id: Id) => boolean
  setOpen: (id: Id, isOpen: boolean) => void
  /** All of these, or none with an empty list. */
  openOnly: (ids: readonly Id[]) => void
}

/** While something is searched, all that is left is open. */
export function useBranches<Id>(atFirst: readonly Id[]): Branches<Id> {
  const [search, setSearch] = useState('')
  const [open, setOpen] = useState<ReadonlySet<Id>>(() => new Set(atFirst))
  return {
    search,
    setSearch,
    isOpen: (id) => search.trim() !== '' || open.has(id),
    setOpen(id, isOpen) {
      const next = new Set(open)
      if (isOpen) next.add(id)
      else next.delete(id)
      setOpen(next)
    },
    openOnly: (ids) => setOpen(new Set(ids)),
  }
}

interface TreeBarProps<Id> {
  branches: Branches<Id>
  all: readonly Id[]
  /** What "collapse all" leaves open. */
  least?: readonly Id[]
  children?: ReactNode
}

/** Above a tree: its search, and all branches at once. */
export function TreeBar<Id>({ branches, all, least = [], children }: TreeBarProps<Id>) {
  const t = useText(text)
  return (
    <div className="rights-bar">
      <SearchField value={branches.search} onChange={branches.setSearch} />
      {children}
      <span className="rights-bar-buttons">
        <IconButton icon="chevron-down" label={t.expandAll} onPress={() => branches.openOnly(all)} />
        <IconButton icon="chevron-up" label={t.collapseAll} onPress={() => branches.openOnly(least)} />
      </span>
    </div>
  )
}

/** Whether a search finds this name or code. */
export const matches = (search: string, ...names: string[]): boolean =>
  names.some((name) => name.toLowerCase().includes(search.trim().toLowerCase()))
