import { useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { text } from './text.ts'

const ALL = 'all'

interface GroupFilterProps<Group> {
  label: string
  groups: readonly Group[]
  noteOf?: (group: Group) => string
  /** Null for all. */
  value: number | null
  onChange: (group_id: number | null) => void
}

/** One of these groups, or all. */
export function GroupFilter<Group extends { group_id: number; group_name: string }>({
  label,
  groups,
  noteOf,
  value,
  onChange,
}: GroupFilterProps<Group>) {
  const t = useText(text)
  const options = groups.map((group) => ({
    id: String(group.group_id),
    label: group.group_name,
    ...(noteOf && { note: noteOf(group) }),
  }))
  return (
    <Select
      label={label}
      isLabelHidden
      options={[{ id: ALL, label: t.allGroups }, ...options]}
      value={value === null ? ALL : String(value)}
      onChange={(id) => onChange(id === ALL ? null : Number(id))}
      isSearchable={groups.length > 10}
    />
  )
}
