import { type ReactNode, useEffect, useState } from 'react'

/** The second click of a double click comes within this, where people are slow. */
const SETTLED_MS = 500

/**
 * Buttons that answer a question take no press of the pointer at first: it may be the second click of a double click on
 * what asked it, and none of a person who has read it.
 */
export function Settling({ children }: { children: ReactNode }) {
  const [isSettled, setSettled] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS)
    return () => clearTimeout(timer)
  }, [])
  return <div style={{ display: 'contents', pointerEvents: isSettled ? undefined : 'none' }}>{children}</div>
}
