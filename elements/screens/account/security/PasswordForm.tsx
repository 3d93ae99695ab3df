import { useState } from 'react'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { keepsRule, type PasswordRule } from '../../../../core/contract/person.ts'
import { useConnection, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { PasswordField } from '../../../kit/TextField.tsx'
import { SendForm } from '../../../parts/form/SendForm.tsx'
import { useSending } from '../../../parts/form/use-sending.ts'
import { text as frame } from '../text.ts'
import { text } from './text.ts'

const EMPTY = { password_now: '', password: '', again: '' }

export function PasswordForm({ user_name, rule }: { user_name: string; rule: PasswordRule }) {
  const t = useText(text)
  const f = useText(frame)
  const { api } = useConnection()
  const [typed, setTyped] = useState(EMPTY)
  const sending = useSending(['password_now', 'password', 'again'])
  const { wrong, judge, send, isPending } = sending
  const set = (part: Partial<typeof EMPTY>) => setTyped((before) => ({ ...before, ...part }))
  const { least, most } = rule
  const ruleWords = rule.any ? t.ruleAny({ least, most }) : t.rulePlain({ least, most })

  async function submit() {
    const { password_now, password, again } = typed
    const isFine = judge({
      ...(password_now === '' && { password_now: f.passwordNowMissing }),
      ...(!keepsRule(password, rule) && { password: t.ruleBroken({ rule: ruleWords }) }),
      ...(password !== again && { again: t.notSame }),
    })
    if (!isFine) return
    const changed = await send(() => api.account.changePassword({ password_now, password }), t.passwordChanged)
    if (changed) setTyped(EMPTY)
  }

  return (
    <SendForm
      label={t.changePassword}
      sending={sending}
      onSubmit={submit}
      actions={
        <Button type="submit" isPending={isPending}>
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
        value={typed.password_now}
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
        value={typed.password}
        onChange={(password) => set({ password })}
        error={wrong.password}
        isRequired
      />
      <PasswordField
        label={t.passwordAgain}
        name="again"
        autoComplete="new-password"
        maxLength={LIMITS.strongPassword}
        value={typed.again}
        onChange={(again) => set({ again })}
        error={wrong.again}
        isRequired
      />
    </SendForm>
  )
}
