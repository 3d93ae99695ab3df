import { useEffect, useEffectEvent } from 'react'

/** Polls while the page is visible, for changes that no event announces. */
export function useRenewal(everyMs: number, renew: () => void): void {
  const tick = useEffectEvent(() => {
    if (document.visibilityState === 'visible') renew()
  })
  useEffect(() => {
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
}
