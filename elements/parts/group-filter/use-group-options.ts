import { useMemo } from 'react'
import { arrange } from '../../../core/rules/tree.ts'
import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import type { Option } from '../../kit/Select.tsx'
import { useCollection } from '../use-collection.ts'
import { groupOptions } from '../user-group-picker/group-options.ts'

/** Device groups as options, those below others indented, the chosen one with its path. */
export function useGroupOptions(chosen: number | null): readonly Option[] {
  const { data } = useCollection(deviceGroups, {})
  return useMemo(() => {
    const nodes = (data ?? []).map(({ group_id: id, parent_id, group_name }) => ({
      object: { id, parent_id, group_name },
    }))
    return groupOptions(arrange(nodes), chosen)
  }, [data, chosen])
}
