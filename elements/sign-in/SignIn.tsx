import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../core/catalogue/codes.ts'
import { ApiError } from '../../core/contract/api-error.ts'
import { type ElementProps, useConnection, useElement, useText } from '../define/index.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { PasswordField, TextField } from '../kit/TextField.tsx'
import { isCallFailure } from '../parts/use-call.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

/** One message for all of these: none tells whether the name exists. */
const UNKNOWN = ['110003', '110310', '110426', '100014']
const TOO_MANY = '100019'

interface Wrong {
  user_name?: string
  password?: string
  /** Of the two together, or of neither. */
  form?: { message: string; code?: string }
}

export function SignIn({ focusName, onSignedIn }: ElementProps<typeof api>) {
  const t = useText(text)
  const { lang } = useElement()
  const connection = useConnection()
  const [user_name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  const [isPending, setPending] = useState(false)
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  function tell(error: unknown): Wrong {
    if (!(error instanceof ApiError)) return { form: { message: t.unreachable } }
    const atField = (field: string) => error.fields.find((row) => row.field === field)?.message
    const [atName, atPassword] = [atField('user_name'), atField('password')]
    if (atName || atPassword)
      return { ...(atName && { user_name: atName }), ...(atPassword && { password: atPassword }) }
    if (UNKNOWN.includes(error.code)) return { form: { message: t.refused } }
    if (error.code === TOO_MANY) return { form: { message: t.tooMany } }
    return { form: { message: messageOf(error.code, lang) || t.failed, code: error.code } }
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const missing: Wrong = {
      ...(user_name.trim() === '' && { user_name: t.nameMissing }),
      ...(password === '' && { password: t.passwordMissing }),
    }
    setWrong(missing)
    if (missing.user_name) return nameField.current?.focus()
    if (missing.password) return passwordField.current?.focus()
    setPending(true)
    try {
      const session = await connection.signIn(user_name.trim(), password)
      setPassword('')
      onSignedIn({ user_id: session.user_id, name: session.name })
    } catch (error) {
      if (!isCallFailure(error)) throw error
      setWrong(tell(error))
      setPassword('')
      passwordField.current?.focus()
    } finally {
      setPending(false)
    }
  }

  return (
    <form className="sign-in" onSubmit={submit} noValidate>
      <TextField
        ref={nameField}
        label={t.name}
        name="user_name"
        autoComplete="username"
        maxLength={64}
        value={user_name}
        onChange={setName}
        error={wrong.user_name}
        isAutoFocus={focusName}
      />
      <PasswordField
        ref={passwordField}
        label={t.password}
        name="password"
        maxLength={128}
        value={password}
        onChange={setPassword}
        error={wrong.password}
      />
      {wrong.form && (
        <p className="sign-in-wrong" role="alert">
          <Icon name="warning" />
          <span>
            {wrong.form.message} {wrong.form.code && <code>{wrong.form.code}</code>}
          </span>
        </p>
      )}
      <Button look="primary" type="submit" isPending={isPending}>
        {t.signIn}
      </Button>
    </form>
  )
}
