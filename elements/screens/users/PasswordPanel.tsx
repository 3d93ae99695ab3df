import type { User } from '../../../core/contract/user.ts'
import { useConnection, useText } from '../../define/index.ts'
import { EntityForm } from '../../parts/form/EntityForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { generatePassword } from '../../parts/generate-password.ts'
import { NEW_PASSWORD, NewPassword, usePasswordRule } from './NewPassword.tsx'
import { text } from './panel-text.ts'
import { nameOf } from './UserMarks.tsx'
import { checkPassword } from './user-form.ts'

interface PasswordPanelProps {
  user: User
  onClose: () => void
  /** With the password where it was generated. */
  onSet: (generated: string | null) => void
}

/** A new password for somebody else. */
export function PasswordPanel({ user, onClose, onSet }: PasswordPanelProps) {
  const t = useText(text)
  const { api } = useConnection()
  const rule = usePasswordRule()
  const form = useDraft(NEW_PASSWORD, {
    validate: ({ isGenerated, password, again }) => (isGenerated ? {} : checkPassword(password, again, rule, t)),
    async send(draft) {
      const password = draft.isGenerated ? generatePassword(rule) : draft.password
      await api.user.setPassword({
        user_id: user.user_id,
        password,
        must_change_password: draft.must_change_password,
      })
      onSet(draft.isGenerated ? password : null)
    },
  })

  const title = t.resetOf({ name: nameOf(user) })
  return (
    <EntityForm title={title} form={form} onClose={onClose} saveLabel={t.resetIt}>
      <p className="user-quiet">{t.resetWhy}</p>
      {/* Password stores keep the new one under this name, not under that of who types it. */}
      <input type="text" autoComplete="username" value={user.user_name} readOnly hidden />
      <NewPassword draft={form.draft} set={form.set} rule={rule} wrong={form.wrong} />
    </EntityForm>
  )
}
