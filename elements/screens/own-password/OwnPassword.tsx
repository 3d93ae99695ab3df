import { useStore } from '@nanostores/react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { DEFAULT_PASSWORD_RULE, keepsRule } from '../../../core/contract/person.ts'
import { signInRule } from '../../../core/stores/collections/people.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { PasswordField } from '../../kit/TextField.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useDraft } from '../../parts/form/use-draft.ts'
import { NewPasswordFields } from '../../parts/sent-code/NewPasswordFields.tsx'
import { text as codeText } from '../../parts/sent-code/text.ts'
import { useCollection } from '../../parts/use-collection.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

const EMPTY = { password_now: '', password: '', repeat: '' }

/** A password of one's own, before anything else. */
export function OwnPassword({ onPasswordChanged }: ElementProps<typeof api>) {
  const t = useText(text)
  const c = useText(codeText)
  const connection = useConnection()
  const session = useStore(connection.$session)
  const rule = useCollection(signInRule).data?.password_rule ?? DEFAULT_PASSWORD_RULE
  const { least, most } = rule
  const ruleWords = (rule.any ? t.ruleAny : t.rulePlain)({ least, most })
  const form = useDraft(EMPTY, {
    validate: ({ password_now, password, repeat }): Partial<typeof EMPTY> => ({
      ...(password_now === '' && { password_now: t.passwordNowMissing }),
      ...(!keepsRule(password, rule)
        ? { password: t.ruleBroken({ rule: ruleWords }) }
        : password === password_now && { password: t.same }),
      ...(repeat !== password && { repeat: repeat === '' ? c.repeatMissing : c.repeatWrong }),
    }),
    async send({ password_now, password }) {
      await connection.changePassword(password_now, password)
      form.restart(EMPTY)
      onPasswordChanged()
    },
  })
  const { draft, set, wrong } = form
  const signOut = () => void connection.signOut().catch(() => {})

  return (
    <div className="own-password">
      <p className="own-password-why">{t.why}</p>
      <SendForm
        label={t.title}
        sending={form}
        onSubmit={() => void form.submit()}
        actions={
          <>
            <Button onPress={signOut}>{t.signOut}</Button>
            <Button look="primary" type="submit" isPending={form.isPending}>
              {t.change}
            </Button>
          </>
        }
      >
        {/* Password stores keep the new one under this name. */}
        <input type="text" autoComplete="username" value={session?.user_name ?? ''} readOnly hidden />
        <PasswordField
          label={t.passwordNow}
          name="password_now"
          maxLength={LIMITS.strongPassword}
          value={draft.password_now}
          onChange={(password_now) => set({ password_now })}
          error={wrong.password_now}
          isRequired
          isAutoFocus
        />
        <NewPasswordFields typed={draft} onChange={set} wrong={wrong} help={ruleWords} />
      </SendForm>
    </div>
  )
}
