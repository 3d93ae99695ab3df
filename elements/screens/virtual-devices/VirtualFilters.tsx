import type { DeviceGroup } from '../../../core/contract/device.ts'
import { useText } from '../../define/index.ts'
import type { FilterChip } from '../../parts/FilterChips.tsx'
import { GroupFilter } from '../../parts/group-filter/GroupFilter.tsx'
import type { VirtualDevicesFilter } from './api.ts'
import { text } from './text.ts'

interface VirtualFiltersProps {
  view: VirtualDevicesFilter
  change: (part: Partial<VirtualDevicesFilter>) => void
  groups: readonly DeviceGroup[]
}

/** Filter and order as the call takes them; what is no order counts for nothing. */
export function queryOf({ search, group, sort }: VirtualDevicesFilter) {
  const wanted = search.trim().slice(0, 64)
  return {
    ...(wanted && { search: wanted }),
    ...(group !== null && { group_id: group }),
    ...(/^-?[a-zA-Z_]{1,40}$/.test(sort) && { sort }),
  }
}

/** The group; the search is the list's. */
export function VirtualFilters({ view, change, groups }: VirtualFiltersProps) {
  const t = useText(text)
  return <GroupFilter label={t.group} groups={groups} value={view.group} onChange={(group) => change({ group })} />
}

/** The filters in force as chips. */
export function useVirtualChips({ view, change, groups }: VirtualFiltersProps): FilterChip[] {
  const t = useText(text)
  const { group_id } = queryOf(view)
  const group = groups.find((one) => one.group_id === group_id)
  return [
    ...(group_id === undefined
      ? []
      : [
          {
            id: 'group',
            label: t.groupChip({ name: group?.group_name ?? group_id }),
            onRemove: () => change({ group: null }),
          },
        ]),
  ]
}
