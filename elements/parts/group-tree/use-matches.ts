import { useMemo } from 'react'
import type { GroupNode } from './group.ts'

/** What a search finds: in the name or the remarks; null where nothing is sought. */
export const useMatches = (search: string) =>
  useMemo(() => {
    const wanted = search.toLowerCase()
    if (wanted === '') return null
    return ({ object }: GroupNode) =>
      object.group_name.toLowerCase().includes(wanted) || object.remarks.toLowerCase().includes(wanted)
  }, [search])
