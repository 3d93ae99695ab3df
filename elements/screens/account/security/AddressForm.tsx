import { useState } from 'react'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import type { Profile } from '../../../../core/contract/account.ts'
import { type AddressKind, emailOf, phoneOf } from '../../../../core/contract/person.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useNow, useText } from '../../../define/index.ts'
import { Button } from '../../../kit/Button.tsx'
import { PasswordField, TextField } from '../../../kit/TextField.tsx'
import { SendForm } from '../../../parts/form/SendForm.tsx'
import { useSending } from '../../../parts/form/use-sending.ts'
import { text as frame } from '../text.ts'
import { text } from './text.ts'

interface AddressFormProps {
  kind: AddressKind
  label: string
  onClose: () => void
  onBound: (profile: Profile) => void
}

/** At which field each refusal is shown. */
const FIELD_OF = { 110314: 'code', 110326: 'code', 110316: 'address', 110323: 'address' } as const

/** First a code to the new address, then that code and the password. Another address begins anew. */
export function AddressForm({ kind, label, onClose, onBound }: AddressFormProps) {
  const t = useText(text)
  const f = useText(frame)
  const { cancel } = useText(words)
  const { api } = useConnection()
  const now = useNow()
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const [password_now, setPassword] = useState('')
  const [sent, setSent] = useState<{ address: string; againTime: number; resend_s: number } | null>(null)
  const sending = useSending(['address', 'code', 'password_now'], FIELD_OF)
  const { wrong, check, mend, send, isPending } = sending
  const isPhone = kind === 'phone'
  const address = isPhone ? phoneOf(typed) : emailOf(typed)
  const isSent = sent !== null && sent.address === address
  // The clock that is drawn by may be a second old.
  const waitS = sent ? Math.min(sent.resend_s, Math.ceil((sent.againTime - now) / 1000)) : 0

  async function sendCode() {
    if (!check(address ? {} : { address: isPhone ? t.phoneWrong : t.emailWrong }) || !address) return
    const answer = await send(() => api.account.sendBindingCode({ address }))
    if (!answer) return
    const { resend_s } = answer
    setSent({ address, resend_s, againTime: Date.now() + resend_s * 1000 })
  }

  async function bind() {
    const isFine = check({
      ...(!/^\d{6}$/.test(code.trim()) && { code: t.codeWrong }),
      ...(password_now === '' && { password_now: f.passwordNowMissing }),
    })
    if (!isFine || !address) return
    const bound = await send(() => api.account.bind({ address, code: code.trim(), password_now }))
    if (bound) onBound(bound)
  }

  return (
    <SendForm
      label={label}
      sending={sending}
      onSubmit={() => void (isSent ? bind() : sendCode())}
      actions={
        <>
          <Button onPress={onClose}>{cancel}</Button>
          <Button look="primary" type="submit" isPending={isPending}>
            {isSent ? t.bindIt : t.sendCode}
          </Button>
        </>
      }
    >
      <TextField
        label={isPhone ? t.phone : t.email}
        name={kind}
        type={isPhone ? 'tel' : 'email'}
        autoComplete={isPhone ? 'tel' : 'email'}
        help={isPhone ? t.phoneHelp : undefined}
        maxLength={254}
        value={typed}
        onChange={(address) => {
          setTyped(address)
          mend('address')
        }}
        error={wrong.address}
        isRequired
        isAutoFocus
      />
      {isSent && (
        <>
          <p role="status">{t.sent({ address: sent.address })}</p>
          <div className="account-code">
            <TextField
              label={t.code}
              name="code"
              autoComplete="one-time-code"
              maxLength={8}
              value={code}
              onChange={setCode}
              error={wrong.code}
              isRequired
              isAutoFocus
            />
            <Button isDisabled={waitS > 0} isPending={isPending} onPress={() => void sendCode()}>
              {waitS > 0 ? t.againIn({ count: waitS }) : t.again}
            </Button>
          </div>
          <PasswordField
            label={f.passwordNow}
            name="password_now"
            maxLength={LIMITS.strongPassword}
            value={password_now}
            onChange={setPassword}
            error={wrong.password_now}
            isRequired
          />
        </>
      )}
    </SendForm>
  )
}
