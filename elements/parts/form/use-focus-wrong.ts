import { type RefObject, useEffect } from 'react'

/** A field, or the first of several that are wrong together; the frame of a number's input, which is wrong too, takes no focus. */
const WRONG = '[aria-invalid=true]:not([role=group]), [data-invalid] button, [data-wrong] :is(input, button)'

/** The first wrong field takes the focus whenever something was found wrong. */
export function useFocusWrong(form: RefObject<HTMLFormElement | null>, wrong: object): void {
  useEffect(() => {
    if (Object.keys(wrong).length > 0) form.current?.querySelector<HTMLElement>(WRONG)?.focus()
  }, [wrong, form])
}
