import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { keepsRule, type PasswordRule } from '../../../../core/contract/person.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { PasswordField } from '../../../kit/TextField.tsx'
import { SendForm } from '../../../parts/form/SendForm.tsx'
import { useDraft } from '../../../parts/form/use-draft.ts'
import { text as frame } from '../text.ts'
import { text } from './text.ts'

const EMPTY = { password_now: '', password: '', again: '' }

export function PasswordForm({ user_name, rule }: { user_name: string; rule: PasswordRule }) {
  const t = useText(text)
  const f = useText(frame)
  const { api } = useConnection()
  const { least, most } = rule
  const ruleWords = rule.any ? t.ruleAny({ least, most }) : t.rulePlain({ least, most })

  const form = useDraft(EMPTY, {
    validate: ({ password_now, password, again }): Partial<typeof EMPTY> => ({
      ...(password_now === '' && { password_now: f.passwordNowMissing }),
      ...(!keepsRule(password, rule) && { password: t.ruleBroken({ rule: ruleWords }) }),
      ...(password !== again && { again: t.notSame }),
    }),
    async send({ password_now, password }) {
      await api.account.changePassword({ password_now, password })
      form.restart(EMPTY)
    },
    done: t.passwordChanged,
  })
  const { draft, set, wrong } = form

  return (
    <SendForm
      label={t.changePassword}
      sending={form}
      onSubmit={() => void form.submit()}
      actions={
        <Button type="submit" isPending={form.isPending}>
          {t.changePassword}
        </Button>
      }
    >
      <p className="account-quiet">{t.passwordEnds}</p>
      {/* Password stores keep the new one under this name. */}
      <input type="text" autoComplete="username" value={user_name} readOnly hidden />
      <PasswordField
        label={f.passwordNow}
        name="password_now"
        maxLength={LIMITS.strongPassword}
        value={draft.password_now}
        onChange={(password_now) => set({ password_now })}
        error={wrong.password_now}
        isRequired
      />
      <PasswordField
        label={t.passwordNew}
        name="password"
        autoComplete="new-password"
        help={ruleWords}
        maxLength={LIMITS.strongPassword}
        value={draft.password}
        onChange={(password) => set({ password })}
        error={wrong.password}
        isRequired
      />
      <PasswordField
        label={t.passwordAgain}
        name="again"
        autoComplete="new-password"
        maxLength={LIMITS.strongPassword}
        value={draft.again}
        onChange={(again) => set({ again })}
        error={wrong.again}
        isRequired
      />
    </SendForm>
  )
}
