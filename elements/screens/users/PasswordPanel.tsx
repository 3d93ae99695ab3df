import { useState } from 'react'
import type { User } from '../../../core/contract/user.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { SidePanel } from '../../parts/SidePanel.tsx'
import { generatePassword } from './generate-password.ts'
import { NEW_PASSWORD, NewPassword, usePasswordRule } from './NewPassword.tsx'
import { text } from './panel-text.ts'
import { nameOf } from './UserMarks.tsx'
import { type Field, judgePassword } from './user-form.ts'

interface PasswordPanelProps {
  user: User
  onClose: () => void
  /** With the password where it was generated. */
  onSet: (generated: string | null) => void
}

/** A new password for somebody else. */
export function PasswordPanel({ user, onClose, onSet }: PasswordPanelProps) {
  const t = useText(text)
  const { cancel } = useText(words)
  const { api } = useConnection()
  const rule = usePasswordRule()
  const [draft, setDraft] = useState(NEW_PASSWORD)
  const sending = useSending<Field>(['password', 'again'])
  const { wrong, judge, send, isPending } = sending

  async function submit() {
    const { isGenerated, again } = draft
    const password = isGenerated ? generatePassword(rule) : draft.password
    if (!judge(isGenerated ? {} : judgePassword(password, again, rule, t))) return
    const set = await send(() => api.user.setPassword({ user_id: user.user_id, password }))
    if (set) onSet(isGenerated ? password : null)
  }

  const title = t.resetOf({ name: nameOf(user) })
  return (
    <SidePanel title={title} onClose={onClose}>
      <SendForm
        label={title}
        sending={sending}
        onSubmit={() => void submit()}
        actions={
          <>
            <Button look="primary" type="submit" isPending={isPending}>
              {t.resetIt}
            </Button>
            <Button onPress={onClose}>{cancel}</Button>
          </>
        }
      >
        <p className="user-quiet">{t.resetWhy}</p>
        {/* Password stores keep the new one under this name, not under that of who types it. */}
        <input type="text" autoComplete="username" value={user.user_name} readOnly hidden />
        <NewPassword
          draft={draft}
          set={(part) => setDraft((before) => ({ ...before, ...part }))}
          rule={rule}
          wrong={wrong}
        />
      </SendForm>
    </SidePanel>
  )
}
