import { type FormEvent, type ReactNode, useRef } from 'react'
import { useSheet } from '../../define/index.ts'
import sheet from './send-form.css?sheet'
import { useFocusWrong } from './use-focus-wrong.tsx'
import type { Sending } from './use-sending.ts'
import { useUnshown } from './use-unshown.ts'

interface SendFormProps {
  /** What is filled in here, for those who do not see the heading. */
  label: string
  sending: Pick<Sending<never>, 'wrong' | 'found' | 'done' | 'isPending'> & { mend?: (field: string) => void }
  onSubmit: () => void
  children: ReactNode
  actions: ReactNode
}

/** Fields, what is wrong with all of them, and the buttons; the first wrong field takes the focus. */
export function SendForm({ label, sending, onSubmit, children, actions }: SendFormProps) {
  useSheet(sheet)
  const { wrong, found, done, isPending, mend } = sending
  const form = useRef<HTMLFormElement>(null)
  const spoken = useFocusWrong(form, found)
  const unshown = useUnshown(form, wrong)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isPending) onSubmit()
  }
  return (
    <form
      ref={form}
      className="send-form"
      aria-label={label}
      onSubmit={submit}
      onInput={({ target }) => 'name' in target && mend?.(String(target.name))}
      noValidate
    >
      {spoken}
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
