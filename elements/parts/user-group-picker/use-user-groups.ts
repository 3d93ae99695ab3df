import { useMemo } from 'react'
import { arrange } from '../../../core/rules/tree.ts'
import { userGroups } from '../../../core/stores/collections/people.ts'
import { useCollection } from '../use-collection.ts'

/** The user groups that the caller oversees, as the call answers them and as a tree. */
export function useUserGroups() {
  const called = useCollection(userGroups)
  const nodes = called.data
  const tree = useMemo(() => arrange(nodes ?? []), [nodes])
  return { called, nodes, tree }
}
