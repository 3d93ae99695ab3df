import { useState } from 'react'
import { LIMITS } from '../../core/catalogue/limits.ts'
import { DEFAULT_PASSWORD_RULE, keepsRule } from '../../core/contract/person.ts'
import { type ElementProps, useConnection, useText } from '../define/index.ts'
import { Button } from '../kit/Button.tsx'
import { Checkbox } from '../kit/Checkbox.tsx'
import { EmptyState } from '../kit/EmptyState.tsx'
import { PasswordField, TextField } from '../kit/TextField.tsx'
import { SendForm } from '../parts/form/SendForm.tsx'
import { useSending } from '../parts/form/use-sending.ts'
import { GraphicCode } from '../parts/graphic-code/GraphicCode.tsx'
import { AddressField } from '../parts/sent-code/AddressField.tsx'
import { CodeField, isCode } from '../parts/sent-code/CodeField.tsx'
import { useSentCode } from '../parts/sent-code/use-sent-code.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

const FIELDS = ['address', 'graphic_code', 'code', 'name', 'company_name', 'password', 'repeat', 'agreed'] as const
/** Where each refusal is told. */
const FIELD_OF: Readonly<Record<string, (typeof FIELDS)[number]>> = {
  110002: 'graphic_code',
  110314: 'code',
  110326: 'code',
  110316: 'address',
  110323: 'address',
}

export function Register({ signInPath, privacyPath, onRegistered, onNavigate }: ElementProps<typeof api>) {
  const t = useText(text)
  const { api } = useConnection()
  const sending = useSending<(typeof FIELDS)[number]>(FIELDS, FIELD_OF)
  const { wrong, judge, send, isPending } = sending
  const sentCode = useSentCode(api.account.sendRegistrationCode, sending, t.codeMissing)
  const { draft, setDraft, address, sent, sendCode, faultOf, graphicCode } = sentCode
  const [code, setCode] = useState('')
  const [name, setName] = useState('')
  const [company_name, setCompany] = useState('')
  const [password, setPassword] = useState('')
  const [repeat, setRepeat] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [opened, setOpened] = useState<string | null>(null)
  const { least, most } = DEFAULT_PASSWORD_RULE

  async function register() {
    const isFine = judge({
      ...(!address && { address: faultOf(draft) }),
      ...(!isCode(code) && { code: t.digits }),
      ...(name.trim() === '' && { name: t.nameMissing }),
      ...(company_name.trim() === '' && { company_name: t.companyMissing }),
      ...(!keepsRule(password, DEFAULT_PASSWORD_RULE) && { password: t.passwordWrong({ least, most }) }),
      ...(repeat !== password && { repeat: t.repeatWrong }),
      ...(!agreed && { agreed: t.agreeMissing }),
    })
    if (!isFine || !address) return
    const account = { address, password, code: code.trim(), name: name.trim(), company_name: company_name.trim() }
    const done = await send(() => api.account.register({ ...account, agreed: true }, { isQuiet: true }))
    if (!done) return
    setOpened(address)
    onRegistered({ address })
  }

  const goToSignIn = () => onNavigate({ path: signInPath })
  if (opened)
    return (
      <EmptyState
        icon="check"
        title={t.done}
        explanation={t.doneWhy({ address: opened })}
        action={
          <Button look="primary" onPress={goToSignIn}>
            {t.signIn}
          </Button>
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
            <Button look="primary" type="submit" isPending={isPending}>
              {t.register}
            </Button>
            <Button look="plain" onPress={goToSignIn}>
              {t.known}
            </Button>
          </>
        }
      >
        <AddressField draft={draft} onChange={setDraft} error={wrong.address} />
        <GraphicCode {...graphicCode} error={wrong.graphic_code} />
        <CodeField
          value={code}
          onChange={setCode}
          error={wrong.code}
          sent={sent}
          onSend={() => void sendCode()}
          isPending={isPending}
        />
        <TextField
          label={t.name}
          name="name"
          autoComplete="nickname"
          maxLength={LIMITS.nickname}
          value={name}
          onChange={setName}
          error={wrong.name}
          isRequired
        />
        <TextField
          label={t.company}
          name="company_name"
          autoComplete="organization"
          maxLength={LIMITS.companyName}
          value={company_name}
          onChange={setCompany}
          error={wrong.company_name}
          isRequired
        />
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
        <div className="register-agree">
          <Checkbox isSelected={agreed} onChange={setAgreed}>
            {t.agree}
          </Checkbox>
          <Button look="plain" onPress={() => onNavigate({ path: privacyPath })}>
            {t.privacy}
          </Button>
          {wrong.agreed && (
            <p className="register-wrong" role="alert">
              {wrong.agreed}
            </p>
          )}
        </div>
      </SendForm>
    </div>
  )
}
