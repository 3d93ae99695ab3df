import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { RoleRow } from '../../../core/contract/role.ts'
import type { User } from '../../../core/contract/user.ts'
import { useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { MultiSelect } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import type { GroupTree } from '../../parts/user-group-picker/group-options.ts'
import { UserGroupPicker } from '../../parts/user-group-picker/UserGroupPicker.tsx'
import { text } from './text.ts'
import type { Draft, Wrong } from './user-form.ts'

/** As the contract has it. */
const MOST_ROLES = 20

export interface PersonFieldsProps {
  draft: Draft
  set: (part: Partial<Draft>) => void
  wrong: Wrong
  tree: GroupTree
  roles: readonly RoleRow[]
  /** What the user has already: stays, also where this viewer could not give it. */
  held?: User['roles']
  /** In no group is no choice. */
  isGroupNeeded: boolean
  groupHelp?: string | undefined
  /** The group that the user is in, where the viewer does not oversee it. */
  groupName?: string | null
  mayRoles?: boolean
  /** Holds rights beside those of roles, as administrators do. */
  hasDirect?: boolean
  /** Reaches devices whatever the roles give. */
  hasDevices?: boolean
}

/** What describes a person, for a new one and for one to be changed. */
export function PersonFields({
  draft,
  set,
  wrong,
  tree,
  roles,
  held = [],
  isGroupNeeded,
  groupHelp,
  groupName,
  mayRoles = true,
  hasDirect = false,
  hasDevices = false,
}: PersonFieldsProps) {
  const t = useText(text)
  const isHeld = (role_id: number) => held.some((role) => role.role_id === role_id)
  const options = [
    ...roles.map(({ role_id, role_name, remarks, is_givable }) => ({
      id: String(role_id),
      label: role_name,
      note: remarks,
      isDisabled: !is_givable && !isHeld(role_id),
    })),
    ...held
      .filter(({ role_id }) => !roles.some((role) => role.role_id === role_id))
      .map(({ role_id, role_name }) => ({ id: String(role_id), label: role_name })),
  ]
  const chosen = draft.role_ids.map((role_id) => roles.find((role) => role.role_id === role_id))
  const warning =
    chosen.length === 0
      ? !hasDirect && t.withoutRole
      : // What a role gives that this viewer does not see is not known.
        !hasDevices && chosen.every((role) => role?.has_devices === false) && t.withoutDevices
  return (
    <>
      <TextField
        label={t.name}
        name="name"
        help={t.nameHelp({ count: draft.name.trim().length, most: LIMITS.nickname })}
        value={draft.name}
        onChange={(name) => set({ name })}
        error={wrong.name}
        autoComplete="off"
        isRequired
      />
      <TextField
        label={t.full_name}
        name="full_name"
        help={t.fullNameHelp}
        value={draft.full_name}
        onChange={(full_name) => set({ full_name })}
        error={wrong.full_name}
        maxLength={LIMITS.fullName}
        autoComplete="off"
      />
      <UserGroupPicker
        label={t.group}
        tree={tree}
        value={draft.user_group_id}
        onChange={(user_group_id) => set({ user_group_id })}
        noneLabel={isGroupNeeded ? null : t.noGroup}
        placeholder={(draft.user_group_id !== null && groupName) || t.chooseGroup}
        {...(groupHelp && { help: groupHelp })}
        error={wrong.user_group_id}
        isRequired={isGroupNeeded}
      />
      <MultiSelect
        label={t.roles}
        options={options}
        value={draft.role_ids.map(String)}
        onChange={(ids) => set({ role_ids: ids.map(Number) })}
        atMost={MOST_ROLES}
        placeholder={t.noRoles}
        help={mayRoles ? t.rolesHelp : t.rolesOwn}
        error={wrong.role_ids}
        isDisabled={!mayRoles}
      />
      {mayRoles && warning && (
        <p className="user-note user-warning" role="status">
          <Icon name="warning" />
          {warning}
        </p>
      )}
      <TextField
        label={t.phone}
        name="user_tel"
        type="tel"
        help={t.phoneHelp}
        value={draft.user_tel}
        onChange={(user_tel) => set({ user_tel })}
        error={wrong.user_tel}
        autoComplete="off"
      />
      <TextField
        label={t.email}
        name="email"
        type="email"
        value={draft.email}
        onChange={(email) => set({ email })}
        error={wrong.email}
        autoComplete="off"
      />
    </>
  )
}
