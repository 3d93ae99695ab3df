import type { RoleRow } from '../../../core/contract/role.ts'
import type { User } from '../../../core/contract/user.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import type { GroupTree } from '../../parts/user-group-picker/group-options.ts'
import { PersonFields } from './PersonFields.tsx'
import { text as panelText } from './panel-text.ts'
import { text } from './text.ts'
import { changedOf, check, draftOf, FIELD_OF, FIELDS } from './user-form.ts'

export interface EditFormProps {
  user: User
  tree: GroupTree
  roles: readonly RoleRow[]
  /** Users in no group are an administrator's alone. */
  mayGroupless: boolean
  mayRoles: boolean
  onUnsaved: (isUnsaved: boolean) => void
  onSaved: (user: User) => void
}

/** Changes a user; sends what was changed. What was typed stays when the server refuses. */
export function EditForm({ user, tree, roles, mayGroupless, mayRoles, onUnsaved, onSaved }: EditFormProps) {
  const t = useText(text)
  const p = useText(panelText)
  const { save } = useText(words)
  const { api } = useConnection()
  const isGroupNeeded = user.user_type === 2 || (!mayGroupless && user.user_group_id !== null)
  const form = useDraft(() => draftOf(user), {
    fields: FIELDS,
    validate: (draft) => check(draft, isGroupNeeded, t),
    async send(draft, first): Promise<void> {
      const saved = await api.user.edit({ user_id: user.user_id, ...changedOf(first, draft) })
      form.restart(draftOf(saved))
      onSaved(saved)
    },
    done: p.saved,
    fieldOf: FIELD_OF,
    onUnsaved,
    isSame: (first, draft) => Object.keys(changedOf(first, draft)).length === 0,
  })
  const { draft, isUnsaved } = form
  const changed = changedOf(form.first, draft)

  // An administrator's own place gives and takes nothing.
  const signsOut = changed.role_ids !== undefined || (changed.user_group_id !== undefined && user.user_type !== 1)

  return (
    <SendForm
      label={p.edit}
      sending={form}
      onSubmit={() => isUnsaved && void form.submit()}
      actions={
        <Button look="primary" type="submit" isPending={form.isPending} isDisabled={!isUnsaved}>
          {save}
        </Button>
      }
    >
      <PersonFields
        draft={draft}
        set={form.set}
        wrong={form.wrong}
        tree={tree}
        roles={roles}
        held={user.roles}
        isGroupNeeded={isGroupNeeded}
        groupHelp={user.user_type === 2 ? t.groupOfSecond : undefined}
        groupName={user.group_name}
        mayRoles={mayRoles}
        hasDevices={user.has_own_devices}
        hasDirect={user.has_direct || user.user_type === 1}
      />
      {signsOut && (
        <p className="user-note" role="status">
          {t.signsOut}
        </p>
      )}
    </SendForm>
  )
}
