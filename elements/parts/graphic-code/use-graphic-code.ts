import { useCallback, useState } from 'react'

export interface GraphicCodeDraft {
  /** The number under which the shown picture's letters are sent. */
  check_code: string
  letters: string
  write: (letters: string) => void
  /** Each picture is good once: another, and an empty field. */
  renew: () => void
}

/** Random, so that nobody else's picture is answered for: 24 of `[0-9a-f]`. */
const newCheckCode = () =>
  [...crypto.getRandomValues(new Uint8Array(12))].map((byte) => byte.toString(16).padStart(2, '0')).join('')

export function useGraphicCode(): GraphicCodeDraft {
  const [check_code, setCode] = useState(newCheckCode)
  const [letters, write] = useState('')
  const renew = useCallback(() => {
    setCode(newCheckCode())
    write('')
  }, [])
  return { check_code, letters, write, renew }
}
