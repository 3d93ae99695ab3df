import { useEffect, useState } from 'react'
import type { Screen } from '../../../../core/contract/screen.ts'
import { useConnection } from '../../../define/index.ts'

/** The screen as the server has it, once somebody else has it in hand; null until then. */
export function useNewest(screen_id: number, hasConflict: boolean): Screen | null {
  const { api } = useConnection()
  const [newest, setNewest] = useState<Screen | null>(null)
  useEffect(() => {
    if (!hasConflict) return
    let isWanted = true
    api.screen.open({ screen_id }).then(
      (now) => isWanted && setNewest(now.screen),
      () => {},
    )
    return () => {
      isWanted = false
    }
  }, [api, screen_id, hasConflict])
  return newest
}
