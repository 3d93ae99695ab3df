import type { DeviceGroup } from '../../../core/contract/device.ts'
import type { Template } from '../../../core/contract/template.ts'
import { useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import type { FilterChip } from '../../parts/FilterChips.tsx'
import { GroupFilter } from '../../parts/group-filter/GroupFilter.tsx'
import type { BindingFilter } from './api.ts'
import { text } from './text.ts'

const ALL = 'all'
const BOUND = ['yes', 'no'] as const

export const NO_FILTER: BindingFilter = { search: '', template: null, group: null, bound: '' }

/** A filter as the call takes it; what it does not know counts for nothing. */
export function queryOf({ search, template, group, bound }: BindingFilter) {
  const wanted = search.trim().slice(0, 64)
  const is = BOUND.find((known) => known === bound)
  return {
    ...(wanted && { search: wanted }),
    ...(template !== null && { template_id: template }),
    ...(group !== null && { group_id: group }),
    ...(is && { is_bound: is === 'yes' }),
  }
}

interface BindingFiltersProps {
  view: BindingFilter
  change: (part: Partial<BindingFilter>) => void
  templates: readonly Template[]
  groups: readonly DeviceGroup[]
}

/** Template, group, bound or not, each in force at once. */
export function BindingFilters({ view, change, templates, groups }: BindingFiltersProps) {
  const t = useText(text)
  const chosen = (id: number | null) => (id === null ? ALL : String(id))
  const idOf = (id: string) => (id === ALL ? null : Number(id))
  return (
    <>
      <Select
        label={t.template}
        isLabelHidden
        options={[
          { id: ALL, label: t.allTemplates },
          ...templates.map(({ template_id, module_name, device_count }) => ({
            id: String(template_id),
            label: module_name,
            note: String(device_count),
          })),
        ]}
        value={chosen(view.template)}
        onChange={(id) => change({ template: idOf(id) })}
        isSearchable={templates.length > 10}
      />
      {groups.length > 0 && (
        <GroupFilter label={t.group} groups={groups} value={view.group} onChange={(group) => change({ group })} />
      )}
      <Select
        label={t.binding}
        isLabelHidden
        options={[{ id: ALL, label: t.anyBinding }, ...BOUND.map((id) => ({ id, label: t[id] }))]}
        value={view.bound || ALL}
        onChange={(id) => change({ bound: id === ALL ? '' : id })}
      />
    </>
  )
}

/** The filters in force as chips. */
export function useBindingChips({ view, change, templates, groups }: BindingFiltersProps): FilterChip[] {
  const t = useText(text)
  const { template_id, group_id, is_bound } = queryOf(view)
  const chip = (id: keyof BindingFilter, label: string): FilterChip => ({
    id,
    label,
    onRemove: () => change({ [id]: NO_FILTER[id] }),
  })
  const template = templates.find((one) => one.template_id === template_id)
  const group = groups.find((one) => one.group_id === group_id)
  return [
    ...(template_id === undefined
      ? []
      : [chip('template', t.templateChip({ name: template?.module_name ?? template_id }))]),
    ...(group_id === undefined ? [] : [chip('group', t.groupChip({ name: group?.group_name ?? group_id }))]),
    ...(is_bound === undefined ? [] : [chip('bound', is_bound ? t.yes : t.no)]),
  ]
}
