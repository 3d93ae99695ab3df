import { useEffect, useEffectEvent } from 'react'
import { mayBeSignedIn } from '../../core/stores/caller.ts'
import { pollWhileVisible } from '../../core/stores/poll-while-visible.ts'
import { useConnection } from '../define/index.ts'

/**
 * Polls while the page is visible and somebody may be signed in, and at once when it becomes visible: for changes that no
 * event announces.
 */
export function useRenewal(everyMs: number, renew: () => void): void {
  const connection = useConnection()
  const tick = useEffectEvent(() => {
    if (mayBeSignedIn(connection)) renew()
  })
  useEffect(() => pollWhileVisible(everyMs, tick), [everyMs])
}
