import type { TemplateGroup } from '../../../core/contract/template.ts'
import { useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import type { FilterChip } from '../../parts/FilterChips.tsx'
import { GroupFilter } from '../../parts/group-filter/GroupFilter.tsx'
import type { TemplatesFilter } from './api.ts'
import { text } from './text.ts'

const ALL = 'all'
const TYPES = ['standard', 'nonstandard'] as const
const OWNERS = ['own', 'shared', 'public'] as const

export const NO_FILTER: TemplatesFilter = { search: '', group: null, type: '', published: '', of: '' }

const oneOf = <One extends string>(known: readonly One[], id: string): One | undefined =>
  known.find((one) => one === id)

/** A filter as the call takes it; what it does not know counts for nothing. */
export function queryOf({ search, group, type, published, of }: TemplatesFilter) {
  const wanted = search.trim().slice(0, 64)
  const module_type = oneOf(TYPES, type)
  const owner = oneOf(OWNERS, of)
  return {
    ...(wanted && { search: wanted }),
    ...(group !== null && { group_id: group }),
    ...(module_type && { module_type }),
    ...((published === 'yes' || published === 'no') && { is_published: published === 'yes' }),
    ...(owner && { of: owner }),
  }
}

interface TemplateFiltersProps {
  view: TemplatesFilter
  change: (part: Partial<TemplatesFilter>) => void
  groups: readonly TemplateGroup[]
}

/** Group, type, publication and whose, each in force at once. */
export function TemplateFilters({ view, change, groups }: TemplateFiltersProps) {
  const t = useText(text)
  const chosen = (value: string) => value || ALL
  const filterOf = (id: string) => (id === ALL ? '' : id)
  return (
    <>
      <GroupFilter
        label={t.group}
        groups={groups}
        noteOf={({ template_count }) => String(template_count)}
        value={view.group}
        onChange={(group) => change({ group })}
      />
      <Select
        label={t.type}
        isLabelHidden
        options={[{ id: ALL, label: t.allTypes }, ...TYPES.map((id) => ({ id, label: t[id] }))]}
        value={chosen(view.type)}
        onChange={(id) => change({ type: filterOf(id) })}
      />
      <Select
        label={t.publication}
        isLabelHidden
        options={[
          { id: ALL, label: t.allStates },
          { id: 'yes', label: t.published },
          { id: 'no', label: t.unpublished },
        ]}
        value={chosen(view.published)}
        onChange={(id) => change({ published: filterOf(id) })}
      />
      <Select
        label={t.of}
        isLabelHidden
        options={[{ id: ALL, label: t.allOf }, ...OWNERS.map((id) => ({ id, label: t[id] }))]}
        value={chosen(view.of)}
        onChange={(id) => change({ of: filterOf(id) })}
      />
    </>
  )
}

/** The filters in force as chips. */
export function useTemplateChips({ view, change, groups }: TemplateFiltersProps): FilterChip[] {
  const t = useText(text)
  const { group_id, module_type, is_published, of } = queryOf(view)
  const chip = (id: keyof TemplatesFilter, label: string): FilterChip => ({
    id,
    label,
    onRemove: () => change({ [id]: NO_FILTER[id] }),
  })
  const group = groups.find((one) => one.group_id === group_id)
  return [
    ...(group_id === undefined ? [] : [chip('group', t.groupChip({ name: group?.group_name ?? group_id }))]),
    ...(module_type ? [chip('type', t.typeChip({ name: t[module_type] }))] : []),
    ...(is_published === undefined
      ? []
      : [chip('published', t.stateChip({ name: is_published ? t.published : t.unpublished }))]),
    ...(of ? [chip('of', t[of])] : []),
  ]
}
