import { useEffect, useState } from 'react'
import { useElement } from '../define/index.ts'

/**
 * The catalogue's words for a code, in the element's language; empty without a code. The catalogue comes with the first
 * refusal that is shown, and where it cannot be fetched the code has to do.
 */
export function useMessage(code: string | null): string {
  const { lang } = useElement()
  const [message, setMessage] = useState('')
  useEffect(() => {
    let isWanted = true
    const show = (words: string) => isWanted && setMessage(words)
    if (code === null) show('')
    else
      import('../../core/catalogue/codes.ts').then(
        ({ messageOf }) => show(messageOf(code, lang)),
        () => show(code),
      )
    return () => {
      isWanted = false
    }
  }, [code, lang])
  return message
}
