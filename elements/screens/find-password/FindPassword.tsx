import { useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { DEFAULT_PASSWORD_RULE } from '../../../core/contract/person.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { GraphicCode } from '../../parts/graphic-code/GraphicCode.tsx'
import { AddressField } from '../../parts/sent-code/AddressField.tsx'
import { CodeField, isCode } from '../../parts/sent-code/CodeField.tsx'
import { Done } from '../../parts/sent-code/Done.tsx'
import { type FieldMessages, withFieldMessages } from '../../parts/sent-code/field-messages.ts'
import { NewPasswordFields } from '../../parts/sent-code/NewPasswordFields.tsx'
import { PathLink } from '../../parts/sent-code/PathLink.tsx'
import { text as codeText } from '../../parts/sent-code/text.ts'
import { useSentCode } from '../../parts/sent-code/use-sent-code.ts'
import type { api } from './api.ts'
import { type Step, Steps } from './Steps.tsx'
import { text } from './text.ts'

/** A code as it is returned, with the address that it was sent to and the request. */
interface SentBack {
  address: string
  code: string
  request_id: string | undefined
}

const FIELDS = ['address', 'graphic_code', 'code', 'password', 'repeat'] as const

/** Step by step: where the code goes, the code, the new password. */
export function FindPassword({ signInPath, onRecovered, onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const c = useText(codeText)
  const { api } = useConnection()
  const sending = useSending<(typeof FIELDS)[number]>(FIELDS)
  const { wrong, check, send, isPending } = sending
  const sentCode = useSentCode(api.account.sendRecoveryCode, sending)
  const { draft, setDraft, address, sent, codeField } = sentCode
  const [step, setStep] = useState<Step | 'done'>('address')
  const [typed, setTyped] = useState({ password: '', repeat: '' })
  const { least, most } = DEFAULT_PASSWORD_RULE
  const messages: FieldMessages = {
    '110314': { field: 'code', message: c.codeWrong },
    '110326': { field: 'code', message: c.codeWrong },
    '100019': { field: 'code', message: c.tooManyTries },
  }

  /** On its way already, and the user has only come back to see where to. */
  const isSent = sent !== null && !sentCode.isAgain

  async function sendCode() {
    if (step === 'address' && isSent) setStep('code')
    else if (await sentCode.sendCode()) setStep('code')
  }
  async function checkCode(known: SentBack) {
    if (!check(isCode(known.code) ? {} : { code: c.codeMissing })) return
    const checked = api.account.checkCode({ ...known, purpose: 'recover' })
    if (await send(() => withFieldMessages(checked, messages))) setStep('password')
  }
  async function recover(known: SentBack) {
    const { password, repeat } = typed
    const isFine = check({
      // The organisation's own rule is not known here: the server's refusal names it.
      ...([...password].length < LIMITS.passwordMin && { password: t.passwordShort({ least: LIMITS.passwordMin }) }),
      ...(repeat !== password && { repeat: repeat === '' ? c.repeatMissing : c.repeatWrong }),
    })
    if (!isFine) return
    const recovered = await send(async () => {
      try {
        return await withFieldMessages(api.account.recover({ ...known, password }), messages)
      } catch (error) {
        // The code expired while the user chose a password: only the code is requested again.
        if (error instanceof ApiError && error.fields.some(({ field }) => field === 'code')) setStep('code')
        throw error
      }
    })
    if (!recovered) return
    setStep('done')
    setTyped({ password: '', repeat: '' })
    onRecovered()
  }
  function goOn() {
    const known = address && { address, code: codeField.value, request_id: sent?.request_id }
    if (step === 'address' || !known) return sendCode()
    return step === 'code' ? checkCode(known) : recover(known)
  }

  if (step === 'done')
    return (
      <Done
        title={t.done}
        explanation={t.doneWhy}
        action={
          signInPath && (
            <PathLink look="primary" path={signInPath} onNavigate={onNavigate}>
              {t.toSignIn}
            </PathLink>
          )
        }
      />
    )
  return (
    <div className="find-password">
      <Steps step={step} />
      <SendForm
        label={t.title}
        sending={sending}
        onSubmit={() => void goOn()}
        actions={
          <>
            <Button look="primary" type="submit" isPending={isPending && !(step === 'code' && sentCode.isSending)}>
              {step === 'password' ? t.set : step === 'address' && !isSent ? c.send : t.next}
            </Button>
            {step !== 'address' ? (
              <Button look="plain" onPress={() => setStep('address')}>
                {t.other}
              </Button>
            ) : (
              signInPath && (
                <PathLink path={signInPath} onNavigate={onNavigate}>
                  {t.back}
                </PathLink>
              )
            )}
          </>
        }
      >
        {step === 'address' && (
          <>
            <AddressField draft={draft} onChange={setDraft} error={wrong.address} />
            {sentCode.needsPicture && <GraphicCode code={sentCode.graphic} isRequired error={wrong.graphic_code} />}
          </>
        )}
        <p className="find-password-sent" role="status">
          {step === 'code' && sent && t.mayBe({ address: sent.address })}
        </p>
        {step === 'code' && (
          <>
            {sentCode.needsPicture && (
              <GraphicCode
                code={sentCode.graphic}
                isRequired
                error={wrong.graphic_code}
                onEnter={() => void sendCode()}
                isAutoFocus
              />
            )}
            <CodeField {...codeField} error={wrong.code} isAutoFocus={!sentCode.isAgain} />
          </>
        )}
        {step === 'password' && (
          <NewPasswordFields
            typed={typed}
            onChange={(part) => setTyped((before) => ({ ...before, ...part }))}
            wrong={wrong}
            help={t.rule({ least, most })}
            isAutoFocus
          />
        )}
      </SendForm>
    </div>
  )
}
