import { useState } from 'react'
import { useElement } from '../../define/index.ts'
import { isCallFailure } from '../use-call.ts'
import { type FieldOf, type Wrong, wrongOf } from './refusal.ts'

export type { Wrong } from './refusal.ts'

export interface Sending<Field extends string = string> {
  wrong: Wrong<Field>
  /** What was done last, in words; empty while something is wrong. */
  done: string
  isPending: boolean
  /** Shows what is wrong before anything is sent; true when nothing is. */
  check: (found: Wrong<Field>) => boolean
  /** Null when it was refused, after showing why; what the user typed stays. */
  send: <Output>(call: () => Promise<Output>, done?: string) => Promise<Output | null>
  /** Shows the failure of a call that was sent another way; throws a defect again. */
  fail: (error: unknown) => void
}

/** One form's way to the server. */
export function useSending<Field extends string>(
  fields: readonly Field[],
  fieldOf?: FieldOf<NoInfer<Field>>,
): Sending<Field> {
  const { lang } = useElement()
  const [wrong, setWrong] = useState<Wrong<Field>>({})
  const [done, setDone] = useState('')
  const [isPending, setPending] = useState(false)

  function fail(error: unknown) {
    if (!isCallFailure(error)) throw error
    setWrong(wrongOf(error, lang, fields, fieldOf))
  }

  return {
    wrong,
    done,
    isPending,
    check(found) {
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
        fail(error)
        return null
      } finally {
        setPending(false)
      }
    },
    fail,
  }
}
