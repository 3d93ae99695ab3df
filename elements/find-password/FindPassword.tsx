import { useState } from 'react'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { DEFAULT_PASSWORD_RULE } from '../../core/contract/person.ts'
import { type ElementProps, useConnection, useText } from '../define/index.ts'
import { Button } from '../kit/Button.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PasswordField } from '../kit/TextField.tsx'
import { SendForm } from '../parts/form/SendForm.tsx'
import { useSending } from '../parts/form/use-sending.ts'
import { GraphicCode } from '../parts/graphic-code/GraphicCode.tsx'
import { AddressField } from '../parts/sent-code/AddressField.tsx'
import { CodeField, isCode } from '../parts/sent-code/CodeField.tsx'
import { useSentCode } from '../parts/sent-code/use-sent-code.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

const FIELDS = ['address', 'graphic_code', 'code', 'password', 'repeat'] as const
const FIELD_OF = { 110002: 'graphic_code', 110314: 'code', 110326: 'code' } as const

type Step = 'address' | 'code' | 'password' | 'done'

/** Step by step: where the code goes, the code, the new password. */
export function FindPassword({ signInPath, onRecovered, onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const { api } = useConnection()
  const sending = useSending<(typeof FIELDS)[number]>(FIELDS, FIELD_OF)
  const { wrong, judge, send, isPending } = sending
  const sentCode = useSentCode(api.account.sendRecoveryCode, sending, t.codeMissing)
  const { draft, setDraft, address, sent, sendCode, graphicCode } = sentCode
  const [step, setStep] = useState<Step>('address')
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const { least, most } = DEFAULT_PASSWORD_RULE
  const known = { address: sent?.address ?? address ?? '', code: code.trim() }

  async function goOn() {
    if (step === 'address') {
      if (await sendCode()) setStep('code')
    } else if (step === 'code') {
      if (!judge(isCode(code) ? {} : { code: t.digits })) return
      const isRight = await send(() => api.account.checkCode({ ...known, purpose: 'recover' }, { isQuiet: true }))
      if (isRight) setStep('password')
    } else {
      const isFine = judge({
        ...(password === '' && { password: t.passwordMissing }),
        ...(repeat !== password && { repeat: t.repeatWrong }),
      })
      if (!isFine) return
      const isSet = await send(() => api.account.recover({ ...known, password }, { isQuiet: true }))
      if (!isSet) return
      setStep('done')
      onRecovered()
    }
  }

  const goToSignIn = () => onNavigate({ path: signInPath })
  if (step === 'done')
    return (
      <EmptyState
        icon="check"
        title={t.done}
        explanation={t.doneWhy}
        action={
          <Button look="primary" onPress={goToSignIn}>
            {t.signIn}
          </Button>
        }
      />
    )
  return (
    <div className="find-password">
      <SendForm
        label={t.title}
        sending={sending}
        onSubmit={() => void goOn()}
        actions={
          <>
            <Button look="primary" type="submit" isPending={isPending}>
              {step === 'address' ? t.send : step === 'code' ? t.next : t.set}
            </Button>
            {step === 'address' ? (
              <Button look="plain" onPress={goToSignIn}>
                {t.back}
              </Button>
            ) : (
              <Button look="plain" onPress={() => setStep('address')}>
                {t.other}
              </Button>
            )}
          </>
        }
      >
        {step === 'address' && (
          <>
            <AddressField draft={draft} onChange={setDraft} error={wrong.address} isAutoFocus />
            <GraphicCode {...graphicCode} error={wrong.graphic_code} />
          </>
        )}
        {step !== 'address' && <p role="status">{t.mayBe({ address: known.address })}</p>}
        {(step === 'code' || wrong.code) && (
          <CodeField
            value={code}
            onChange={setCode}
            error={wrong.code}
            sent={null}
            onSend={() => setStep('address')}
            isPending={false}
          />
        )}
        {step === 'password' && (
          <>
            <PasswordField
              label={t.password}
              name="password"
              autoComplete="new-password"
              help={t.passwordHelp({ least, most })}
              maxLength={LIMITS.strongPassword}
              value={password}
              onChange={setPassword}
              error={wrong.password}
              isRequired
              isAutoFocus
            />
            <PasswordField
              label={t.repeat}
              name="repeat"
              autoComplete="new-password"
              maxLength={LIMITS.strongPassword}
              value={repeat}
              onChange={setRepeat}
              error={wrong.repeat}
              isRequired
            />
          </>
        )}
      </SendForm>
    </div>
  )
}
