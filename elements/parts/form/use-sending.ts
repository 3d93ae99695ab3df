import { useState } from 'react'
import { useElement } from '../../define/index.ts'
import { isCallFailure } from '../use-call.ts'
import { type FieldOf, type FoundWrong, stillWrong, type Wrong, wrongOf } from './refusal.ts'

export type { Wrong } from './refusal.ts'

export interface Sending<Field extends string = string> {
  /** What is still wrong: an error goes when its field is mended. */
  wrong: Wrong<Field>
  /** What was found wrong last, before anything of it was mended: another object each time that something is. */
  found: Wrong<Field>
  /** What was done last, in words; empty while something is wrong. */
  done: string
  isPending: boolean
  /** Shows what is wrong before anything is sent; true when nothing is. */
  check: (found: Wrong<Field>) => boolean
  /** Shows what is wrong otherwise than by what is filled in. */
  show: (found: Wrong<Field>) => void
  /** Takes away the error of a field that was changed. */
  mend: (field: string) => void
  /** Null when it was refused, after showing why; what the user typed stays. */
  send: <Output>(call: () => Promise<Output>, done?: string) => Promise<Output | null>
  /** Shows the failure of a call that was sent another way; throws a defect again. */
  fail: (error: unknown) => void
}

/** What is in the fields, by which their errors go, and what is wrong with it by now. */
interface Filled<Field extends string> {
  values: object
  validate: () => Wrong<Field>
}

/** One form's way to the server. */
export function useSending<Field extends string>(
  fields: readonly Field[],
  fieldOf?: FieldOf<NoInfer<Field>>,
  filled?: Filled<Field>,
): Sending<Field> {
  const { lang } = useElement()
  const [last, setLast] = useState<FoundWrong<Field>>({ wrong: {}, values: {}, isOfCheck: false })
  const [mended, setMended] = useState<readonly string[]>([])
  const [done, setDone] = useState('')
  const [isPending, setPending] = useState(false)

  // Of the values as they were sent: what was typed meanwhile may have mended it.
  const keep = (found: Wrong<Field>, isOfCheck = false) => {
    setLast({ wrong: found, values: filled?.values ?? {}, isOfCheck })
    setMended([])
  }
  function fail(error: unknown) {
    if (!isCallFailure(error)) throw error
    keep(wrongOf(error, lang, fields, fieldOf))
  }

  return {
    wrong: filled ? stillWrong(last, filled) : without(last.wrong, mended),
    found: last.wrong,
    done,
    isPending,
    check(found) {
      keep(found, true)
      setDone('')
      return Object.keys(found).length === 0
    },
    show(found) {
      keep(found)
      setDone('')
    },
    mend: (field) => field in last.wrong && setMended((before) => [...before, field]),
    async send(call, said = '') {
      setPending(true)
      setDone('')
      try {
        const output = await call()
        keep({})
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

function without<Field extends string>(wrong: Wrong<Field>, mended: readonly string[]): Wrong<Field> {
  if (mended.length === 0) return wrong
  return Object.fromEntries(Object.entries(wrong).filter(([field]) => !mended.includes(field))) as Wrong<Field>
}
