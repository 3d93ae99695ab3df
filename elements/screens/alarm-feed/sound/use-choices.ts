import { useEffect, useState } from 'react'
import type { choicesOf } from './choices.ts'

/** The rest of the menu, fetched for who has the sound on; null until it is there. */
export function useChoices(isWanted: boolean): typeof choicesOf | null {
  const [choices, setChoices] = useState<{ choicesOf: typeof choicesOf } | null>(null)
  useEffect(() => {
    if (isWanted) import('./choices.ts').then(setChoices, () => {})
  }, [isWanted])
  return choices?.choicesOf ?? null
}
