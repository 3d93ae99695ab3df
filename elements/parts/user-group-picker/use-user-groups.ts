import { useMemo } from 'react'
import { arrange } from '../../../core/rules/tree.ts'
import { useConnection } from '../../define/index.ts'
import { useCall } from '../use-call.ts'

/** The user groups that the caller oversees, as the call answers them and as a tree. */
export function useUserGroups() {
  const { api } = useConnection()
  const called = useCall(api.userGroup.list, {})
  const nodes = called.data ?? called.last
  const tree = useMemo(() => arrange(nodes ?? []), [nodes])
  return { called, nodes, tree }
}
