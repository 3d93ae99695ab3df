import { useEffect, useState } from 'react'
import type { RoleRow } from '../../../core/contract/role.ts'
import type { PermissionItem } from '../../../core/contract/template.ts'
import { roles } from '../../../core/stores/collections/people.ts'
import { useConnection } from '../../define/index.ts'
import { isCallFailure } from '../../parts/use-call.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useRights } from '../../parts/use-rights.ts'

/** Names of the roles that hold any of these items; null while that is not known, or for who may not know. */
export function useItemHolders(template_id: number, items: readonly PermissionItem[], isWanted: boolean) {
  const { api } = useConnection()
  const holds = useRights()
  const mayAsk = isWanted && (holds('P52000') || holds('P53000'))
  const all = useCollection(roles, mayAsk ? {} : null).data
  const [names, setNames] = useState<string[] | null>(null)
  const ids = items.map(({ item_id }) => item_id).join()
  useEffect(() => {
    setNames(null)
    if (all === null || ids === '') return
    let isCurrent = true
    const lost = new Set(ids.split(',').map(Number))

    async function ask(known: readonly RoleRow[]) {
      const details = await Promise.all(known.map(({ role_id }) => api.role.detail({ role_id })))
      const holders = details.filter(({ item_rights }) =>
        item_rights.some((right) => right.template_id === template_id && lost.has(right.item_id)),
      )
      if (isCurrent) setNames(holders.map(({ role_name }) => role_name))
    }
    ask(all).catch((error: unknown) => {
      // That the items are taken from their holders is said anyway.
      if (!isCallFailure(error)) throw error
    })
    return () => {
      isCurrent = false
    }
  }, [api, all, ids, template_id])
  return names
}
