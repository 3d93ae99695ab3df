import { useState } from 'react'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { PasswordField } from '../../../kit/TextField.tsx'
import { SendForm } from '../../../parts/form/SendForm.tsx'
import { useSending } from '../../../parts/form/use-sending.ts'
import { text as frame } from '../text.ts'
import { text } from './text.ts'

/** What will be lost, and the last step. After a refusal the preconditions are looked at again. */
export function CloseForm({ onClosed, onRefused }: { onClosed: () => void; onRefused: () => void }) {
  const t = useText(text)
  const f = useText(frame)
  const { api } = useConnection()
  const [password_now, setPassword] = useState('')
  const sending = useSending(['password_now'])
  const { wrong, check, send, isPending } = sending

  async function submit() {
    if (!check(password_now === '' ? { password_now: f.passwordNowMissing } : {})) return
    if (await send(() => api.account.close({ password_now }))) onClosed()
    else onRefused()
  }

  return (
    <div className="account-card">
      <h3>{t.lost}</h3>
      <ul className="account-lost">
        <li>{t.lostAccount}</li>
        <li>{t.lostSessions}</li>
        <li>{t.lostTenant}</li>
      </ul>
      <p>{t.kept}</p>
      <SendForm
        label={t.closeIt}
        sending={sending}
        onSubmit={submit}
        actions={
          <Button look="danger" type="submit" isPending={isPending}>
            {t.closeIt}
          </Button>
        }
      >
        <PasswordField
          label={f.passwordNow}
          name="password_now"
          maxLength={LIMITS.strongPassword}
          value={password_now}
          onChange={setPassword}
          error={wrong.password_now}
          isRequired
        />
      </SendForm>
    </div>
  )
}
