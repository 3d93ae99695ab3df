import type { RoleRow } from '../../../core/contract/role.ts'
import { useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import type { FilterChip } from '../../parts/FilterChips.tsx'
import type { GroupTree } from '../../parts/user-group-picker/group-options.ts'
import { UserGroupPicker } from '../../parts/user-group-picker/UserGroupPicker.tsx'
import type { UsersFilter } from './api.ts'
import { text } from './text.ts'

export const NO_FILTER: UsersFilter = { search: '', group: null, roles: null, state: '' }

export const STATES = ['activated', 'locked'] as const
type StateId = (typeof STATES)[number]
export const stateOf = (state: string): StateId | undefined => STATES.find((known) => known === state)

interface UserFiltersProps {
  view: UsersFilter
  change: (part: Partial<UsersFilter>) => void
  tree: GroupTree
  roles: readonly RoleRow[]
}

const ALL = 'all'

/** Group, role and state, each in force at once. */
export function UserFilters({ view, change, tree, roles }: UserFiltersProps) {
  const t = useText(text)
  return (
    <>
      <UserGroupPicker
        label={t.group}
        isLabelHidden
        tree={tree}
        value={view.group}
        onChange={(group) => change({ group })}
        noneLabel={t.allGroups}
      />
      <Select
        label={t.role}
        isLabelHidden
        options={[
          { id: ALL, label: t.allRoles },
          ...roles.map(({ role_id, role_name }) => ({ id: String(role_id), label: role_name })),
        ]}
        value={view.roles === null ? ALL : String(view.roles)}
        onChange={(id) => change({ roles: id === ALL ? null : Number(id) })}
        isSearchable={roles.length > 10}
      />
      <Select<StateId | typeof ALL>
        label={t.state}
        isLabelHidden
        options={[{ id: ALL, label: t.allStates }, ...STATES.map((id) => ({ id, label: t[id] }))]}
        value={stateOf(view.state) ?? ALL}
        onChange={(id) => change({ state: id === ALL ? '' : id })}
      />
    </>
  )
}

/** The filters in force as chips. */
export function useChips({ view, change, tree, roles }: UserFiltersProps): FilterChip[] {
  const t = useText(text)
  const { group, roles: ofRole } = view
  const state = stateOf(view.state)
  const groupName = group === null ? '' : (tree.byId.get(group)?.object.group_name ?? group)
  const roleName = roles.find(({ role_id }) => role_id === ofRole)?.role_name ?? ofRole ?? ''
  const chips: (FilterChip | false)[] = [
    group !== null && {
      id: 'group',
      label: t.groupChip({ name: groupName }),
      onRemove: () => change({ group: null }),
    },
    ofRole !== null && { id: 'role', label: t.roleChip({ name: roleName }), onRemove: () => change({ roles: null }) },
    state !== undefined && {
      id: 'state',
      label: t.stateChip({ name: t[state] }),
      onRemove: () => change({ state: '' }),
    },
  ]
  return chips.filter((chip) => chip !== false)
}
