import type { RoleRow } from '../../../core/contract/role.ts'
import type { User } from '../../../core/contract/user.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { generatePassword } from '../../parts/generate-password.ts'
import type { GroupTree } from '../../parts/user-group-picker/group-options.ts'
import { NEW_PASSWORD, NewPassword, usePasswordRule } from './NewPassword.tsx'
import { PersonFields } from './PersonFields.tsx'
import { text as panelText } from './panel-text.ts'
import { text } from './text.ts'
import { kindWord } from './UserMarks.tsx'
import { check, checkPassword, checkUserName, described, FIELD_OF, FIELDS, NOBODY, type Wrong } from './user-form.ts'

interface CreateFormProps {
  tree: GroupTree
  roles: readonly RoleRow[]
  /** The group that the list is filtered to. */
  group: number | null
  /** Makes second administrators too, and users in no group. */
  isAdministrator: boolean
  onUnsaved: (isUnsaved: boolean) => void
  onClose: () => void
  /** With the password where it was generated. */
  onMade: (user: User, generated: string | null) => void
}

/** A new user. What was typed stays when the server refuses. */
export function CreateForm({ tree, roles, group, isAdministrator, onUnsaved, onClose, onMade }: CreateFormProps) {
  const t = useText(text)
  const p = useText(panelText)
  const { lang } = useElement()
  const { api } = useConnection()
  const rule = usePasswordRule()
  const isGroupNeededBy = (kind: '2' | '3') => kind === '2' || !isAdministrator
  const form = useDraft(
    { ...NOBODY, user_name: '', user_type: '3' as '2' | '3', user_group_id: group, ...NEW_PASSWORD },
    {
      fields: FIELDS,
      validate: (draft): Wrong => ({
        ...checkUserName(draft.user_name, t),
        ...check(draft, isGroupNeededBy(draft.user_type), t),
        ...(!draft.isGenerated && checkPassword(draft.password, draft.again, rule, p)),
      }),
      async send(draft) {
        const { isGenerated, must_change_password } = draft
        const password = isGenerated ? generatePassword(rule) : draft.password
        const user_name = draft.user_name.trim()
        const made = await api.user.create({
          ...described(draft),
          user_name,
          password,
          must_change_password,
          user_type: Number(draft.user_type),
        })
        onMade(made, isGenerated ? password : null)
      },
      fieldOf: FIELD_OF,
      onUnsaved,
      // What was chosen for them is soon chosen again.
      isSame: (first, draft) =>
        (['user_name', 'name', 'full_name', 'user_tel', 'email'] as const).every(
          (field) => first[field] === draft[field],
        ),
    },
  )
  const { draft, set, wrong } = form
  const { user_name, user_type } = draft

  return (
    <EntityForm title={p.create} form={form} onClose={onClose} saveLabel={p.make}>
      <TextField
        label={t.user_name}
        name="user_name"
        help={t.userNameHelp}
        value={user_name}
        onChange={(typed) => set({ user_name: typed })}
        error={wrong.user_name}
        autoComplete="off"
        isRequired
        isAutoFocus
      />
      {isAdministrator && (
        <Select
          label={t.kind}
          options={(['3', '2'] as const).map((id) => ({ id, label: kindWord(Number(id), lang) }))}
          value={user_type}
          onChange={(kind) => set({ user_type: kind })}
          error={wrong.user_type}
        />
      )}
      <PersonFields
        draft={draft}
        set={set}
        wrong={wrong}
        tree={tree}
        roles={roles}
        isGroupNeeded={isGroupNeededBy(user_type)}
        groupHelp={user_type === '2' ? t.groupOfSecond : undefined}
      />
      <NewPassword draft={draft} set={set} rule={rule} wrong={wrong} />
    </EntityForm>
  )
}
