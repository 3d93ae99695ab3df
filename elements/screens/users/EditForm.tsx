import { useEffect, useState } from 'react'
import type { RoleRow } from '../../../core/contract/role.ts'
import type { User } from '../../../core/contract/user.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import type { GroupTree } from '../../parts/user-group-picker/group-options.ts'
import { PersonFields } from './PersonFields.tsx'
import { text as panelText } from './panel-text.ts'
import { text } from './text.ts'
import { changedOf, type Draft, draftOf, FIELD_OF, FIELDS, type Field, judge } from './user-form.ts'

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
  const [first, setFirst] = useState(() => draftOf(user))
  const [draft, setDraft] = useState(first)
  const sending = useSending<Field>(FIELDS, FIELD_OF)
  const { wrong, judge: isFine, send, isPending } = sending
  const changed = changedOf(first, draft)
  const isUnsaved = Object.keys(changed).length > 0
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [onUnsaved, isUnsaved])

  // An administrator's own place gives and takes nothing.
  const signsOut = changed.role_ids !== undefined || (changed.user_group_id !== undefined && user.user_type !== 1)
  const isGroupNeeded = user.user_type === 2 || (!mayGroupless && user.user_group_id !== null)

  async function submit() {
    if (!isFine(judge(draft, isGroupNeeded, t)) || !isUnsaved) return
    const saved = await send(() => api.user.edit({ user_id: user.user_id, ...changed }), p.saved)
    if (!saved) return
    const now = draftOf(saved)
    setFirst(now)
    setDraft(now)
    onSaved(saved)
  }

  return (
    <SendForm
      label={p.edit}
      sending={sending}
      onSubmit={() => void submit()}
      actions={
        <Button look="primary" type="submit" isPending={isPending} isDisabled={!isUnsaved}>
          {save}
        </Button>
      }
    >
      <PersonFields
        draft={draft}
        set={(part: Partial<Draft>) => setDraft((before) => ({ ...before, ...part }))}
        wrong={wrong}
        tree={tree}
        roles={roles}
        held={user.roles}
        isGroupNeeded={isGroupNeeded}
        groupHelp={user.user_type === 2 ? t.groupOfSecond : undefined}
        groupName={user.group_name}
        mayRoles={mayRoles}
      />
      {signsOut && (
        <p className="user-note" role="status">
          {t.signsOut}
        </p>
      )}
    </SendForm>
  )
}
