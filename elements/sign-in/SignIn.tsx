import { type FormEvent, useRef, useState } from 'react'
import { messageOf } from '../../core/catalogue/codes.ts'
import type { Session } from '../../core/connection/session.ts'
import { ApiError } from '../../core/contract/api-error.ts'
import { type ElementProps, useConnection, useElement, useText } from '../define/index.ts'
import { Button } from '../kit/Button.tsx'
import { Icon } from '../kit/Icon.tsx'
import { PasswordField, TextField } from '../kit/TextField.tsx'
import { GraphicCode } from '../parts/graphic-code/GraphicCode.tsx'
import { isCallFailure } from '../parts/use-call.ts'
import type { api } from './api.ts'
import { Puzzle } from './Puzzle.tsx'
import { text } from './text.ts'
import { useChecks } from './use-checks.ts'

/** One message for all of these: none tells whether the name exists. */
const UNKNOWN = ['110003', '110310', '110426', '100014']
const TOO_MANY = '100019'
const WRONG_CODE = '110002'
const NOT_CHECKED = '100024'

interface Wrong {
  user_name?: string
  password?: string
  graphic_code?: string
  /** Of the two together, or of neither. */
  form?: { message: string; code?: string }
}

/** What the puzzle stands before. */
type Goal = 'password' | 'experience'

export function SignIn(props: ElementProps<typeof api>) {
  const { focusName, registerPath, recoverPath, withExperience, onSignedIn, onNavigate } = props
  const t = useText(text)
  const { lang } = useElement()
  const connection = useConnection()
  const [user_name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [letters, setLetters] = useState('')
  const [check_code, setCheckCode] = useState('')
  const [round, setRound] = useState(0)
  const [wrong, setWrong] = useState<Wrong>({})
  const [goal, setGoal] = useState<Goal | null>(null)
  const [isPending, setPending] = useState(false)
  const { checks, ask } = useChecks()
  const nameField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)

  function tell(error: unknown): Wrong {
    if (!(error instanceof ApiError)) return { form: { message: t.unreachable } }
    const atField = (field: string) => error.fields.find((row) => row.field === field)?.message
    const [atName, atPassword] = [atField('user_name'), atField('password')]
    if (atName || atPassword)
      return { ...(atName && { user_name: atName }), ...(atPassword && { password: atPassword }) }
    if (error.code === WRONG_CODE) return { graphic_code: t.codeWrong }
    if (UNKNOWN.includes(error.code)) return { form: { message: t.refused } }
    if (error.code === TOO_MANY) return { form: { message: t.tooMany } }
    return { form: { message: messageOf(error.code, lang) || t.failed, code: error.code } }
  }

  /** Signs in, and tells why not. */
  async function attempt(work: () => Promise<Session>) {
    setPending(true)
    setGoal(null)
    try {
      const { user_id, name } = await work()
      setPassword('')
      onSignedIn({ user_id, name })
    } catch (error) {
      if (!isCallFailure(error)) throw error
      setWrong(tell(error))
      setLetters('')
      setRound((before) => before + 1)
      const code = error instanceof ApiError ? error.code : ''
      // Of a wrong code, or a check that was too late, the password is not to blame.
      if (code !== WRONG_CODE && code !== NOT_CHECKED) setPassword('')
      await ask(user_name.trim())
      if (code !== WRONG_CODE) passwordField.current?.focus()
    } finally {
      setPending(false)
    }
  }

  const enter = (puzzle_pass?: string) =>
    attempt(() =>
      connection.signIn(user_name.trim(), password, {
        ...(puzzle_pass !== undefined && { puzzle_pass }),
        ...(checks?.graphic_code && { check_code, graphic_code: letters.trim() }),
      }),
    )
  const look = (puzzle_pass?: string) => attempt(() => connection.experience(puzzle_pass))

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const missing: Wrong = {
      ...(user_name.trim() === '' && { user_name: t.nameMissing }),
      ...(password === '' && { password: t.passwordMissing }),
      ...(checks?.graphic_code && letters.trim() === '' && { graphic_code: t.codeMissing }),
    }
    setWrong(missing)
    if (missing.user_name) return nameField.current?.focus()
    if (missing.password) return passwordField.current?.focus()
    if (missing.graphic_code) return
    const needed = checks ?? (await ask(user_name.trim()))
    if (needed?.puzzle) return setGoal('password')
    await enter()
  }

  async function visit() {
    setWrong({})
    if (checks?.puzzle) setGoal('experience')
    else await look()
  }

  const links = [
    { path: registerPath, name: t.register },
    { path: recoverPath, name: t.recover },
  ].filter(({ path }) => path !== '')

  return (
    <form className="sign-in" onSubmit={submit} noValidate>
      <TextField
        ref={nameField}
        label={t.name}
        name="user_name"
        autoComplete="username"
        maxLength={254}
        value={user_name}
        onChange={setName}
        onBlur={() => user_name.trim() !== '' && void ask(user_name.trim())}
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
      {checks?.graphic_code && (
        <GraphicCode
          value={letters}
          onChange={setLetters}
          onPicture={setCheckCode}
          round={round}
          error={wrong.graphic_code}
        />
      )}
      {wrong.form && (
        <p className="sign-in-wrong" role="alert">
          <Icon name="warning" />
          <span>
            {wrong.form.message} {wrong.form.code && <code>{wrong.form.code}</code>}
          </span>
        </p>
      )}
      {goal && (
        <Puzzle
          onSolved={(pass) => void (goal === 'password' ? enter(pass) : look(pass))}
          onClose={() => setGoal(null)}
        />
      )}
      {!goal && (
        <Button look="primary" type="submit" isPending={isPending}>
          {t.signIn}
        </Button>
      )}
      {links.length > 0 && (
        <p className="sign-in-links">
          {links.map(({ path, name }) => (
            <Button key={path} look="plain" onPress={() => onNavigate({ path })}>
              {name}
            </Button>
          ))}
        </p>
      )}
      {withExperience && checks?.experience && !goal && (
        <div className="sign-in-visit">
          <Button onPress={() => void visit()} isPending={isPending}>
            {t.experience}
          </Button>
          <span className="sign-in-note">{t.experienceWhy}</span>
        </div>
      )}
    </form>
  )
}
