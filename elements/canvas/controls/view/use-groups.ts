import { useMemo } from 'react'
import type { DeviceGroup } from '../../../../core/contract/device.ts'
import type { DeviceGroupRow } from '../../../../core/contract/device-group.ts'
import { arrange, belowOf } from '../../../../core/rules/tree.ts'
import { deviceGroupTree } from '../../../../core/stores/collections/device-groups.ts'
import { deviceGroups } from '../../../../core/stores/collections/devices.ts'
import type { CallFailure } from '../../../parts/use-call.ts'
import { useCollection } from '../../../parts/use-collection.ts'
import { useRights } from '../../../parts/use-rights.ts'

export type ShownGroup = DeviceGroup & Partial<Pick<DeviceGroupRow, 'online' | 'offline' | 'faulty'>>

interface ShownGroups {
  /** Null until they are known. */
  readonly groups: readonly ShownGroup[] | null
  readonly failure: CallFailure | null
  readonly reload: () => void
}

/** Device groups, all or one with those below it; how many devices are in which state is known to who may open their page. */
export function useGroups(topId: number | null, isWanted: boolean): ShownGroups {
  const hasStates = useRights()('P31000')
  const counted = useCollection(deviceGroupTree, isWanted && hasStates ? {} : null)
  const named = useCollection(deviceGroups, isWanted && !hasStates ? {} : null)
  const { data, failure, reload } = hasStates ? counted : named
  const groups = useMemo(() => data && below(data, topId), [data, topId])
  return { groups, failure, reload }
}

function below(groups: readonly ShownGroup[], topId: number | null): readonly ShownGroup[] {
  if (topId === null) return groups
  const tree = arrange(groups.map((group) => ({ object: { id: group.group_id, parent_id: group.parent_id }, group })))
  const top = tree.byId.get(topId)
  return top ? [top, ...belowOf(tree, topId)].map(({ group }) => group) : []
}
