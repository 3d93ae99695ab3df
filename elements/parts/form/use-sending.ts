import { useState } from 'react'
import { messageOf } from '../../../core/catalogue/codes.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { useElement, useText } from '../../define/index.ts'
import { isCallFailure } from '../use-call.ts'
import { text } from './text.ts'

/** What is wrong, by the field; `form` for what is of none. */
export type Wrong<Field extends string> = Partial<Record<Field | 'form', string>>

export interface Sending<Field extends string = string> {
  wrong: Wrong<Field>
  /** What was done last, in words; empty while something is wrong. */
  done: string
  isPending: boolean
  /** Shows what is wrong before anything is sent; true when nothing is. */
  judge: (found: Wrong<Field>) => boolean
  /** Null when it was refused, which is then told; what the user typed is nobody's business here, and stays. */
  send: <Output>(call: () => Promise<Output>, done?: string) => Promise<Output | null>
}

/** One form's way to the server. `fieldOf` names the field that a refusal's code belongs to. */
export function useSending<Field extends string>(
  fields: readonly Field[],
  fieldOf: Readonly<Record<string, Field>> = {},
): Sending<Field> {
  const t = useText(text)
  const { lang } = useElement()
  const [wrong, setWrong] = useState<Wrong<Field>>({})
  const [done, setDone] = useState('')
  const [isPending, setPending] = useState(false)

  function tell(error: unknown): Wrong<Field> {
    if (!(error instanceof ApiError)) return { form: t.unreachable } as Wrong<Field>
    const message = messageOf(error.code, lang, error.wait_s)
    const own = error.fields.filter(({ field }) => (fields as readonly string[]).includes(field))
    if (own.length > 0)
      return Object.fromEntries(own.map(({ field, message: said }) => [field, said || message])) as Wrong<Field>
    const field = Object.hasOwn(fieldOf, error.code) ? fieldOf[error.code] : undefined
    return { [field ?? 'form']: field ? message : `${message} (${error.code})` } as Wrong<Field>
  }

  return {
    wrong,
    done,
    isPending,
    judge(found) {
      setWrong(found)
      setDone('')
      return Object.keys(found).length === 0
    },
    async send(call, said = '') {
      setPending(true)
      setDone('')
      try {
        const output = await call()
        setWrong({})
        setDone(said)
        return output
      } catch (error) {
        if (!isCallFailure(error)) throw error
        setWrong(tell(error))
        return null
      } finally {
        setPending(false)
      }
    },
  }
}
