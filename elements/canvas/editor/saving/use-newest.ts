import { useEffect, useState } from 'react'
import type { Drawn, DrawnCalls } from '../drawn/drawn.ts'

/** What is drawn as the server has it, once somebody else has it in hand; null until then. */
export function useNewest(calls: DrawnCalls, id: number, hasConflict: boolean): Drawn | null {
  const [newest, setNewest] = useState<Drawn | null>(null)
  useEffect(() => {
    if (!hasConflict) return
    let isWanted = true
    calls.open({ id }).then(
      ({ drawn }) => isWanted && setNewest(drawn),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [calls, id, hasConflict])
  return newest
}
