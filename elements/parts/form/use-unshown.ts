import { type RefObject, useLayoutEffect, useState } from 'react'

/**
 * What is wrong with fields that the form does not show, such as those of others than its reader: to be said at its
 * foot, a paragraph with the role `alert`, by the names that the server has for them.
 */
export function useUnshown(form: RefObject<HTMLFormElement | null>, wrong: object): string {
  const [unshown, setUnshown] = useState('')
  useLayoutEffect(() => {
    const parts = form.current?.querySelectorAll(':scope > :not(p[role=alert])') ?? []
    const shown = [...parts].map(({ textContent }) => textContent).join(' ')
    const rest = Object.entries(wrong as Record<string, string>).filter(
      ([field, message]) => field !== 'form' && !shown.includes(message),
    )
    setUnshown(rest.map((part) => part.join(': ')).join(' · '))
  }, [form, wrong])
  return unshown
}
