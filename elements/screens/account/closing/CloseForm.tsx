import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { PasswordField } from '../../../kit/TextField.tsx'
import { SendForm } from '../../../parts/form/SendForm.tsx'
import { useDraft } from '../../../parts/form/use-draft.ts'
import { text as frame } from '../text.ts'
import { text } from './text.ts'

/** What will be lost, and the last step. After a refusal the preconditions are looked at again. */
export function CloseForm({ onClosed, onRefused }: { onClosed: () => void; onRefused: () => void }) {
  const t = useText(text)
  const f = useText(frame)
  const { api } = useConnection()
  const form = useDraft(
    { password_now: '' },
    {
      validate: ({ password_now }): { password_now?: string } =>
        password_now === '' ? { password_now: f.passwordNowMissing } : {},
      async send(draft) {
        await api.account.close(draft).catch((error: unknown) => {
          onRefused()
          throw error
        })
        onClosed()
      },
    },
  )

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
        sending={form}
        onSubmit={() => void form.submit()}
        actions={
          <Button look="danger" type="submit" isPending={form.isPending}>
            {t.closeIt}
          </Button>
        }
      >
        <PasswordField
          label={f.passwordNow}
          name="password_now"
          maxLength={LIMITS.strongPassword}
          value={form.draft.password_now}
          onChange={(password_now) => form.set({ password_now })}
          error={form.wrong.password_now}
          isRequired
        />
      </SendForm>
    </div>
  )
}
