import { useEffect, useState } from 'react'

/** What has not changed for a moment: for what need not follow each key that is pressed. */
export function useSteady<Held>(held: Held, afterMs: number): Held {
  const [steady, setSteady] = useState(held)
  useEffect(() => {
    const timer = setTimeout(() => setSteady(held), afterMs)
    return () => clearTimeout(timer)
  }, [held, afterMs])
  return steady
}
