import { useEffect, useEffectEvent } from 'react'

/** Calls back this often while the page is looked at, for what no event tells of. */
export function useRenewal(everyMs: number, renew: () => void): void {
  const tick = useEffectEvent(() => {
    if (document.visibilityState === 'visible') renew()
  })
  useEffect(() => {
    const timer = setInterval(tick, everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
}
