import { useEffect, useState } from 'react'
import type { RoleRow } from '../../../core/contract/role.ts'
import type { User } from '../../../core/contract/user.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Select } from '../../kit/Select.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import type { GroupTree } from '../../parts/user-group-picker/group-options.ts'
import { generatePassword } from './generate-password.ts'
import { NEW_PASSWORD, NewPassword, usePasswordRule } from './NewPassword.tsx'
import { PersonFields } from './PersonFields.tsx'
import { text as panelText } from './panel-text.ts'
import { text } from './text.ts'
import { kindWord } from './UserMarks.tsx'
import {
  type Draft,
  described,
  FIELD_OF,
  FIELDS,
  type Field,
  judge,
  judgePassword,
  judgeUserName,
  NOBODY,
} from './user-form.ts'

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
  const { cancel } = useText(words)
  const { lang } = useElement()
  const { api } = useConnection()
  const rule = usePasswordRule()
  const [user_name, setUserName] = useState('')
  const [user_type, setKind] = useState<'2' | '3'>('3')
  const [draft, setDraft] = useState<Draft>({ ...NOBODY, user_group_id: group })
  const [password, setPassword] = useState(NEW_PASSWORD)
  const sending = useSending<Field>(FIELDS, FIELD_OF)
  const { wrong, judge: isFine, send, isPending } = sending

  const isUnsaved = user_name !== '' || draft.name !== '' || draft.user_tel !== '' || draft.email !== ''
  useEffect(() => {
    onUnsaved(isUnsaved)
    return () => onUnsaved(false)
  }, [onUnsaved, isUnsaved])

  const isGroupNeeded = user_type === '2' || !isAdministrator
  async function submit() {
    const typed = password.isGenerated ? generatePassword(rule) : password.password
    const found = {
      ...judgeUserName(user_name, t),
      ...judge(draft, isGroupNeeded, t),
      ...(!password.isGenerated && judgePassword(typed, password.again, rule, p)),
    }
    if (!isFine(found)) return
    const input = {
      ...described(draft),
      user_name: user_name.trim(),
      password: typed,
      user_type: Number(user_type),
    }
    const made = await send(() => api.user.create(input))
    if (made) onMade(made, password.isGenerated ? typed : null)
  }

  return (
    <SidePanel title={p.create} onClose={onClose}>
      <SendForm
        label={p.create}
        sending={sending}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button look="primary" type="submit" isPending={isPending}>
              {p.make}
            </Button>
            <Button onPress={onClose}>{cancel}</Button>
          </>
        }
      >
        <TextField
          label={t.user_name}
          name="user_name"
          help={t.userNameHelp}
          value={user_name}
          onChange={setUserName}
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
            onChange={setKind}
            error={wrong.user_type}
          />
        )}
        <PersonFields
          draft={draft}
          set={(part) => setDraft((before) => ({ ...before, ...part }))}
          wrong={wrong}
          tree={tree}
          roles={roles}
          isGroupNeeded={isGroupNeeded}
          groupHelp={user_type === '2' ? t.groupOfSecond : undefined}
        />
        <NewPassword
          draft={password}
          set={(part) => setPassword((before) => ({ ...before, ...part }))}
          rule={rule}
          wrong={wrong}
        />
      </SendForm>
    </SidePanel>
  )
}
