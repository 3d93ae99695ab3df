import { useEffect, useState } from 'react'
import type { FieldOf, Wrong } from './refusal.ts'
import { useSending } from './use-sending.ts'

interface DraftActions<Draft, Found> {
  /** What is wrong before anything is sent, by the field; empty when it can be sent. */
  validate: (draft: Draft) => Found
  /** Sends a draft that nothing is wrong with; a refusal is shown in the form, which keeps what was typed. */
  send: (draft: Draft, first: Draft) => Promise<unknown>
  /** What is said once it was sent, where the form stays. */
  done?: string
  /** Fields that a refusal may name; left out, those of the draft. */
  fields?: readonly string[]
  fieldOf?: FieldOf<string>
  /** For `useUnsaved` of the screen. */
  onUnsaved?: ((isUnsaved: boolean) => void) | undefined
  /** Left out, the drafts are compared whole. */
  isSame?: (first: Draft, draft: Draft) => boolean
}

export interface DraftForm<Draft, Found> {
  /** What it began with. */
  first: Draft
  draft: Draft
  set: (part: Partial<Draft>) => void
  /** `form` for what is of no field. An error goes when its field is mended. */
  wrong: Partial<Found> & { form?: string }
  /** What was found wrong last, before anything of it was mended: another object each time that something is. */
  found: object
  isPending: boolean
  isUnsaved: boolean
  /** Validates and sends, by `send` where it is not another way this once. */
  submit: (send?: (draft: Draft, first: Draft) => Promise<unknown>) => Promise<void>
  /** Shows the failure of another call about the same thing; throws a defect again. */
  fail: (error: unknown) => void
  /** Shows what is wrong without sending anything. */
  show: (found: Partial<Found> & { form?: string }) => void
  /** What was done last, in words; empty while something is wrong or not saved. */
  done: string
  /** Begins again with what is stored now; what was typed since, as while it was sent, stays. */
  restart: (stored: Draft) => void
}

const isEqual = (first: unknown, draft: unknown) => JSON.stringify(first) === JSON.stringify(draft)

/** What a form holds until it is sent. */
export function useDraft<Draft extends object, Found extends object>(
  begin: Draft | (() => Draft),
  { validate, send, done = '', fields, fieldOf, onUnsaved, isSame = isEqual }: DraftActions<Draft, Found>,
): DraftForm<Draft, Found> {
  const [first, setFirst] = useState(begin)
  const [draft, setDraft] = useState(first)
  const sending = useSending<string>(fields ?? Object.keys(first), fieldOf, {
    values: draft,
    validate: () => validate(draft) as Wrong<string>,
  })
  const { wrong, found, isPending, check, fail } = sending
  const isUnsaved = !isSame(first, draft)
  useEffect(() => {
    onUnsaved?.(isUnsaved)
    return () => onUnsaved?.(false)
  }, [isUnsaved, onUnsaved])
  return {
    first,
    draft,
    set: (part) => setDraft((before) => ({ ...before, ...part })),
    wrong: wrong as DraftForm<Draft, Found>['wrong'],
    found,
    isPending,
    isUnsaved,
    async submit(sendIt = send) {
      if (!isPending && check(validate(draft) as Wrong<string>)) await sending.send(() => sendIt(draft, first), done)
    },
    fail,
    show: (other) => sending.show(other as Wrong<string>),
    done: isUnsaved ? '' : sending.done,
    restart(stored) {
      check({})
      setFirst(stored)
      setDraft((now) => {
        const typed = Object.entries(now).filter(([field, value]) => !isEqual(value, draft[field as keyof Draft]))
        return { ...stored, ...Object.fromEntries(typed) }
      })
    },
  }
}
