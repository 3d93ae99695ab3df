import type { DeviceGroup } from '../../../core/contract/device.ts'
import type { DeviceTag } from '../../../core/contract/device-tag.ts'
import { codesAbove } from '../../../core/contract/region.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { lazyPart } from '../../kit/lazy-part.tsx'
import { PausedSearch } from '../../kit/PausedSearch.tsx'
import { MultiSelect, Select } from '../../kit/Select.tsx'
import type { AlarmMarks } from '../alarm-marks/use-alarm-marks.ts'
import type { FilterChip } from '../FilterChips.tsx'
import { GroupFilter } from '../group-filter/GroupFilter.tsx'
import { useCall } from '../use-call.ts'
import { type DeviceFilter, STATE_IDS, type StateId, statesOf, type TagFilter } from './filter.ts'
import { text } from './text.ts'

interface DeviceFiltersProps {
  view: DeviceFilter & Partial<TagFilter>
  change: (part: Partial<TagFilter>) => void
  groups: readonly DeviceGroup[]
  alarms: AlarmMarks
  /** Where a tree of groups stands beside the list. */
  isGroupHidden?: boolean
  /** Null or none: nobody can choose one. */
  tags?: readonly DeviceTag[] | null
  /** There are devices with one. */
  hasRegions?: boolean
}

const RegionSelects = lazyPart(async () => (await import('../region/RegionSelects.tsx')).RegionSelects, null)

const ALL = 'all'
const idOf = (tag: string) => `tag ${tag.toLowerCase()}`

/** Search, group, state and tag, each in force at once. */
export function DeviceFilters({
  view,
  change,
  groups,
  alarms,
  isGroupHidden = false,
  tags,
  hasRegions = false,
}: DeviceFiltersProps) {
  const t = useText(text)
  const w = useText(words)
  const noteOf = (devices: number, count: number) => (count > 0 ? t.groupAlarms({ devices, count }) : String(devices))
  return (
    <>
      <PausedSearch value={view.search} onChange={(search) => change({ search })} label={t.search} />
      {!isGroupHidden && (
        <GroupFilter
          label={t.group}
          groups={groups}
          noteOf={({ group_id, device_count }) => noteOf(device_count, alarms.group(group_id)?.count ?? 0)}
          value={view.group}
          onChange={(group) => change({ group })}
        />
      )}
      <MultiSelect<StateId>
        label={t.state}
        isLabelHidden
        placeholder={t.allStates}
        options={STATE_IDS.map((id) => ({ id, label: w[id] }))}
        value={statesOf(view.state)}
        onChange={(ids) => change({ state: ids.join(',') })}
      />
      {tags && tags.length > 0 && (
        <Select
          label={t.tag}
          isLabelHidden
          options={[
            { id: ALL, label: t.allTags },
            ...tags.map(({ tag, device_count }) => ({ id: idOf(tag), label: tag, note: String(device_count) })),
          ]}
          value={view.tag ? idOf(view.tag) : ALL}
          onChange={(id) => change({ tag: tags.find(({ tag }) => idOf(tag) === id)?.tag ?? '' })}
          isSearchable={tags.length > 10}
        />
      )}
      {(hasRegions || view.region) && (
        <RegionSelects
          value={view.region ?? ''}
          onChange={(region) => change({ region })}
          none={t.allRegions}
          isLabelHidden
        />
      )}
    </>
  )
}

/** What a division of China is called; its code until that is known. */
function useRegionName(region_code: string): string {
  const { api } = useConnection()
  const { lang } = useElement()
  const parent_code = codesAbove(region_code).filter(Boolean).at(-2)
  const asked = region_code === '' ? null : { ...(parent_code !== undefined && { parent_code }) }
  const found = useCall(api.district.list, asked).data?.find((one) => one.region_code === region_code)
  return (lang === 'zh' ? found?.name : found?.name_en) ?? region_code
}

/** The filters in force as chips. */
export function useFilterChips(
  view: DeviceFiltersProps['view'],
  change: DeviceFiltersProps['change'],
  groups: readonly DeviceGroup[],
): FilterChip[] {
  const t = useText(text)
  const w = useText(words)
  const regionName = useRegionName(view.region ?? '')
  const states = statesOf(view.state)
  const group = groups.find(({ group_id }) => group_id === view.group)
  return [
    ...(view.search.trim()
      ? [{ id: 'search', label: t.searchChip({ search: view.search }), onRemove: () => change({ search: '' }) }]
      : []),
    ...(view.group === null
      ? []
      : [
          {
            id: 'group',
            label: t.groupChip({ name: group?.group_name ?? view.group }),
            onRemove: () => change({ group: null }),
          },
        ]),
    ...(states.length > 0
      ? [
          {
            id: 'state',
            label: t.stateChip({ names: states.map((id) => w[id]).join(' / ') }),
            onRemove: () => change({ state: '' }),
          },
        ]
      : []),
    ...(view.region
      ? [
          {
            id: 'region',
            label: t.regionChip({ name: regionName }),
            onRemove: () => change({ region: '' }),
          },
        ]
      : []),
    ...(view.tag ? [{ id: 'tag', label: t.tagChip({ name: view.tag }), onRemove: () => change({ tag: '' }) }] : []),
  ]
}
