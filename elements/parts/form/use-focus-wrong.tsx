import { type ReactNode, type RefObject, useEffect, useState } from 'react'

/** A field, or the first of several that are wrong together; the frame of a number's input, which is wrong too, takes no focus. */
const WRONG = '[aria-invalid=true]:not([role=group]), [data-invalid] button, [data-wrong] :is(input, button)'

/**
 * Leads to the first wrong field whenever something was found wrong, and shows it with its label and error; where nothing
 * takes the focus, what is said of the form. To be drawn in the form: what is wrong with a field that has the focus
 * already, which no screen reader would speak.
 */
export function useFocusWrong(form: RefObject<HTMLFormElement | null>, found: object): ReactNode {
  const [spoken, setSpoken] = useState({ round: 0, words: '' })
  useEffect(() => {
    const say = (words: string) =>
      setSpoken((before) => (words || before.words ? { round: before.round + 1, words } : before))
    if (Object.keys(found).length === 0) return say('')
    const field = form.current?.querySelector<HTMLElement>(WRONG)
    const frame = field?.closest('.field, [data-wrong]') ?? field ?? form.current?.querySelector('[role=alert]')
    say(field?.matches(':focus') ? (frame?.querySelector('.field-error')?.textContent ?? '') : '')
    field?.focus()
    frame?.scrollIntoView({ block: 'nearest' })
  }, [found, form])
  return (
    spoken.words && (
      <p key={spoken.round} className="sg-hidden-visually" role="alert">
        {spoken.words}
      </p>
    )
  )
}
