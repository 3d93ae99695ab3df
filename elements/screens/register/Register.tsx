import { useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { DEFAULT_PASSWORD_RULE, keepsRule } from '../../../core/contract/person.ts'
import { type ElementProps, useConnection, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { TextField } from '../../kit/TextField.tsx'
import { SendForm } from '../../parts/form/SendForm.tsx'
import { useSending } from '../../parts/form/use-sending.ts'
import { GraphicCode } from '../../parts/graphic-code/GraphicCode.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ownZone } from '../../parts/own-zone.ts'
import { AddressField } from '../../parts/sent-code/AddressField.tsx'
import { CodeField, isCode } from '../../parts/sent-code/CodeField.tsx'
import { Done } from '../../parts/sent-code/Done.tsx'
import { withFieldMessages } from '../../parts/sent-code/field-messages.ts'
import { NewPasswordFields } from '../../parts/sent-code/NewPasswordFields.tsx'
import { PathLink } from '../../parts/sent-code/PathLink.tsx'
import { text as codeText } from '../../parts/sent-code/text.ts'
import { useSentCode } from '../../parts/sent-code/use-sent-code.ts'
import { useCall } from '../../parts/use-call.ts'
import { Agreement } from './Agreement.tsx'
import type { api } from './api.ts'
import { text } from './text.ts'

const FIELDS = ['address', 'graphic_code', 'code', 'name', 'company_name', 'password', 'repeat', 'agreed'] as const
const NOBODY = {}
const EMPTY = { name: '', company_name: '', password: '', repeat: '', agreed: false }

/** The form, where the server takes it: one that it would refuse at its end is not filled in. */
export function Register(props: ElementProps<typeof api>) {
  const { signInPath, onNavigate } = props
  const t = useText(text)
  const { data, failure } = useCall(useConnection().api.loginCheck.needed, NOBODY)
  if (data === null && failure === null) return <LoadingState rows={8} />
  if (data?.registration !== false) return <RegisterForm {...props} />
  return (
    <EmptyState
      icon="user"
      title={t.closedTitle}
      explanation={t.closed}
      action={
        signInPath && (
          <PathLink look="primary" path={signInPath} onNavigate={onNavigate}>
            {t.toSignIn}
          </PathLink>
        )
      }
    />
  )
}

function RegisterForm({ signInPath, privacyPath, onRegistered, onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const c = useText(codeText)
  const { api } = useConnection()
  const sending = useSending<(typeof FIELDS)[number]>(FIELDS)
  const { wrong, check, send, isPending } = sending
  const sentCode = useSentCode(
    (...wish) =>
      withFieldMessages(api.account.sendRegistrationCode(...wish), {
        '100015': { field: 'address', message: t.closed },
      }),
    sending,
  )
  const { draft, setDraft, address, addressFault, sent, codeField } = sentCode
  const [typed, setTyped] = useState(EMPTY)
  const [opened, setOpened] = useState<string | null>(null)
  const set = (part: Partial<typeof EMPTY>) => setTyped((before) => ({ ...before, ...part }))
  const rule = DEFAULT_PASSWORD_RULE
  const { least, most } = rule

  async function register() {
    const { name, company_name, password, repeat, agreed } = typed
    const isFine = check({
      ...(addressFault && { address: addressFault }),
      ...(!isCode(codeField.value) && { code: sent ? c.codeMissing : t.codeFirst }),
      ...(name.trim() === '' && { name: t.nameMissing }),
      ...(company_name.trim() === '' && { company_name: t.companyMissing }),
      ...(!keepsRule(password, rule) && { password: c.ruleBroken({ least, most }) }),
      ...(repeat !== password && { repeat: repeat === '' ? c.repeatMissing : c.repeatWrong }),
      ...(!agreed && { agreed: t.agreeMissing }),
    })
    if (!isFine || !address) return
    const account = {
      address,
      password,
      code: codeField.value,
      request_id: sent?.request_id,
      name: name.trim(),
      company_name: company_name.trim(),
      ...ownZone(),
    }
    const done = await send(() =>
      withFieldMessages(api.account.register({ ...account, agreed: true }), {
        '110314': { field: 'code', message: c.codeWrong },
        '110326': { field: 'code', message: c.codeWrong },
        '110316': { field: 'address', message: t.phoneTaken },
        '110323': { field: 'address', message: t.emailTaken },
        '100019': { field: 'code', message: c.tooManyTries },
      }),
    )
    if (!done) return
    setOpened(address)
    setTyped(EMPTY)
    onRegistered({ address })
  }

  if (opened)
    return (
      <Done
        title={t.done}
        explanation={t.doneWhy({ address: opened })}
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
    <div className="register">
      <SendForm
        label={t.title}
        sending={sending}
        onSubmit={() => void register()}
        actions={
          <>
            <Button look="primary" type="submit" isPending={isPending && !sentCode.isSending}>
              {t.register}
            </Button>
            {signInPath && (
              <PathLink path={signInPath} onNavigate={onNavigate}>
                {t.known}
              </PathLink>
            )}
          </>
        }
      >
        <AddressField draft={draft} onChange={setDraft} error={wrong.address} />
        {sentCode.needsPicture && (
          <GraphicCode
            code={sentCode.graphic}
            isRequired
            error={wrong.graphic_code}
            onEnter={codeField.onSend}
            isAutoFocus={sentCode.isAgain}
          />
        )}
        <CodeField {...codeField} error={wrong.code} />
        <p className="register-sent" role="status">
          {sent && t.sent({ address: sent.address })}
        </p>
        <TextField
          label={t.name}
          name="name"
          autoComplete="nickname"
          maxLength={LIMITS.nickname}
          help={t.nameHelp({ most: LIMITS.nickname })}
          value={typed.name}
          onChange={(name) => set({ name })}
          error={wrong.name}
          isRequired
        />
        <TextField
          label={t.company}
          name="company_name"
          autoComplete="organization"
          maxLength={LIMITS.companyName}
          help={t.companyHelp({ most: LIMITS.companyName })}
          value={typed.company_name}
          onChange={(company_name) => set({ company_name })}
          error={wrong.company_name}
          isRequired
        />
        <NewPasswordFields typed={typed} onChange={set} wrong={wrong} help={c.rule({ least, most })} />
        <Agreement
          isAgreed={typed.agreed}
          onChange={(agreed) => set({ agreed })}
          error={wrong.agreed}
          privacyPath={privacyPath}
          onNavigate={onNavigate}
        />
      </SendForm>
    </div>
  )
}
