import { type FormEvent, useRef, useState } from 'react'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { type ElementProps, useConnection, useElement, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Icon } from '../../kit/Icon.tsx'
import { PasswordField, TextField } from '../../kit/TextField.tsx'
import { GraphicCode } from '../../parts/graphic-code/GraphicCode.tsx'
import { text as pictureText } from '../../parts/graphic-code/text.ts'
import { useGraphicCode } from '../../parts/graphic-code/use-graphic-code.ts'
import { PathLink } from '../../parts/sent-code/PathLink.tsx'
import { isCallFailure } from '../../parts/use-call.ts'
import type { api } from './api.ts'
import { Puzzle } from './Puzzle.tsx'
import { type Goal, isCheckOver, isFinalRefusal, type Wrong, wrongOf } from './refusal.ts'
import { text } from './text.ts'
import { useChecks } from './use-checks.ts'
import { type Place, usePlaces } from './use-places.ts'

export function SignIn(props: ElementProps<typeof api>) {
  const { focusName, registerPath, recoverPath, withExperience, onSignedIn } = props
  const t = useText(text)
  const p = useText(pictureText)
  const { lang } = useElement()
  const connection = useConnection()
  const { checks, ask, learn, checksFor } = useChecks()
  const graphic = useGraphicCode()
  const [user_name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [wrong, setWrong] = useState<Wrong>({})
  /** What the puzzle stands before; each time it is another puzzle. */
  const [puzzle, setPuzzle] = useState<{ goal: Goal; round: number } | null>(null)
  const [isPending, setPending] = useState(false)
  /** A pass that has not been used yet. */
  const pass = useRef<{ puzzle_pass: string; until: number } | null>(null)
  const { places, focusOn } = usePlaces()
  const open = (goal: Goal) => setPuzzle((before) => ({ goal, round: (before?.round ?? 0) + 1 }))

  /** Checks what has to be typed before anything is sent; true when nothing is missing. */
  function isComplete(needsLetters: boolean): boolean {
    const missing: Wrong = {
      ...(user_name.trim() === '' && { user_name: t.nameMissing }),
      ...(password === '' && { password: t.passwordMissing }),
      ...(needsLetters && graphic.letters.trim() === '' && { graphic_code: p.missing }),
    }
    setWrong(missing)
    const [first] = Object.keys(missing) as Place[]
    if (first) focusOn(first)
    return !first
  }

  /** Signs in, after the puzzle where one is required, and shows why not. */
  async function enter(goal: Goal) {
    const name = goal === 'password' ? user_name.trim() : ''
    let needed = checks
    setPending(true)
    try {
      needed = await checksFor(user_name.trim())
      if (goal === 'password' && !isComplete(needed.graphic_code)) return
      const held = pass.current && pass.current.until > Date.now() ? { puzzle_pass: pass.current.puzzle_pass } : {}
      // One that is open waits for its piece; one whose pass is over is done with.
      const isWaiting = puzzle?.goal === goal && pass.current === null
      if (needed.puzzle && !held.puzzle_pass) {
        pass.current = null
        return isWaiting ? focusOn('puzzle') : open(goal)
      }
      pass.current = null
      const { check_code, letters } = graphic
      const session =
        goal === 'experience'
          ? await connection.experience(held.puzzle_pass)
          : await connection.signIn(name, password, {
              ...held,
              ...(needed.graphic_code && { check_code, graphic_code: letters.trim() }),
            })
      setPassword('')
      setPuzzle(null)
      onSignedIn({ user_id: session.user_id, name: session.name })
    } catch (error) {
      if (!isCallFailure(error)) throw error
      await refused(error, goal, needed?.graphic_code ? p.wrong : p.missing)
    } finally {
      setPending(false)
    }
  }

  async function refused(error: unknown, goal: Goal, letters: string) {
    const found = wrongOf(error, goal, { t, lang, letters })
    if (goal === 'password' && isFinalRefusal(error)) setPassword('')
    setWrong(found)
    graphic.renew()
    const needed = await ask(user_name.trim())
    // It asks for the check alone: a new puzzle, with all else as it is.
    if (isCheckOver(error) && needed?.puzzle) return open(goal)
    setPuzzle(null)
    if (goal === 'experience') focusOn('experience')
    else focusOn(found.graphic_code ? 'graphic_code' : found.user_name ? 'user_name' : 'password')
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!isPending && isComplete(checks?.graphic_code ?? false)) void enter('password')
  }
  function solved(puzzle_pass: string, goal: Goal) {
    pass.current = { puzzle_pass, until: Date.now() + LIMITS.loginPuzzleTtlMs }
    setWrong({})
    void enter(goal)
  }
  function visit() {
    setWrong({})
    void enter('experience')
  }

  return (
    <form className="sign-in" onSubmit={submit} noValidate>
      <TextField
        ref={places.user_name}
        label={t.name}
        name="user_name"
        autoComplete="username"
        maxLength={64}
        value={user_name}
        onChange={setName}
        onBlur={() => user_name.trim() !== '' && learn(user_name.trim())}
        error={wrong.user_name}
        isAutoFocus={focusName}
      />
      <PasswordField
        ref={places.password}
        label={t.password}
        name="password"
        maxLength={128}
        value={password}
        onChange={setPassword}
        error={wrong.password}
      />
      {checks?.graphic_code && <GraphicCode ref={places.graphic_code} code={graphic} error={wrong.graphic_code} />}
      {wrong.form && <WrongForm {...wrong.form} />}
      {puzzle && (
        <Puzzle
          key={puzzle.round}
          handle={places.puzzle}
          onSolved={(puzzle_pass) => solved(puzzle_pass, puzzle.goal)}
          onClose={() => {
            setPuzzle(null)
            focusOn(puzzle.goal === 'password' ? 'submit' : 'experience')
          }}
        />
      )}
      <Button ref={places.submit} look="primary" type="submit" isPending={isPending}>
        {t.signIn}
      </Button>
      {(registerPath || recoverPath) && <OtherWays {...props} isOpen={checks?.registration !== false} />}
      {withExperience && checks?.experience && (
        <div className="sign-in-visit">
          <Button ref={places.experience} onPress={visit} isPending={isPending}>
            {t.experience}
          </Button>
          <span className="sign-in-note">{t.experienceWhy}</span>
        </div>
      )}
    </form>
  )
}

function WrongForm({ message, code }: NonNullable<Wrong['form']>) {
  return (
    <p className="sign-in-wrong" role="alert">
      <Icon name="warning" />
      <span>
        {message} {code && <code>{code}</code>}
      </span>
    </p>
  )
}

type OtherWaysProps = Pick<ElementProps<typeof api>, 'registerPath' | 'recoverPath' | 'onNavigate'> & {
  /** Whether people may register by themselves. */
  isOpen: boolean
}

/** For whoever has no account, or not its password. */
function OtherWays({ registerPath, recoverPath, onNavigate, isOpen }: OtherWaysProps) {
  const t = useText(text)
  return (
    <p className="sign-in-links">
      {registerPath && isOpen && (
        <PathLink path={registerPath} onNavigate={onNavigate}>
          {t.register}
        </PathLink>
      )}
      {recoverPath && (
        <PathLink path={recoverPath} onNavigate={onNavigate}>
          {t.recover}
        </PathLink>
      )}
    </p>
  )
}
