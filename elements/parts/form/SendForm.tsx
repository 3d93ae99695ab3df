import { type FormEvent, type ReactNode, useRef } from 'react'
import { useSheet } from '../../define/index.ts'
import sheet from './send-form.css?sheet'
import { useFocusWrong } from './use-focus-wrong.ts'
import type { Sending } from './use-sending.ts'
import { useUnshown } from './use-unshown.ts'

interface SendFormProps {
  /** What is filled in here, for those who do not see the heading. */
  label: string
  sending: Pick<Sending<never>, 'wrong' | 'done' | 'isPending'>
  onSubmit: () => void
  children: ReactNode
  actions: ReactNode
}

/** Fields, what is wrong with all of them, and the buttons; the first wrong field takes the focus. */
export function SendForm({ label, sending, onSubmit, children, actions }: SendFormProps) {
  useSheet(sheet)
  const { wrong, done, isPending } = sending
  const form = useRef<HTMLFormElement>(null)
  useFocusWrong(form, wrong)
  const unshown = useUnshown(form, wrong)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) onSubmit()
  }
  return (
    <form ref={form} className="send-form" aria-label={label} onSubmit={submit} noValidate>
      {children}
      {(wrong.form || unshown) && (
        <p className="send-form-wrong" role="alert">
          {[wrong.form, unshown].filter(Boolean).join(' · ')}
        </p>
      )}
      <div className="send-form-actions">
        {actions}
        <span className="send-form-done" role="status">
          {done}
        </span>
      </div>
    </form>
  )
}
