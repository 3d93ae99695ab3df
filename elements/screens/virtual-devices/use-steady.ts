import { useEffect, useState } from 'react'

/** A value that has not changed for a short time, for what need not follow each key press. */
export function useSteady<Held>(held: Held, afterMs: number): Held {
  const [steady, setSteady] = useState(held)
  useEffect(() => {
    const timer = setTimeout(() => setSteady(held), afterMs)
    return () => clearTimeout(timer)
  }, [held, afterMs])
  return steady
}
