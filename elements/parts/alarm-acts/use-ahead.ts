import { useEffect, useEffectEvent } from 'react'

/** Fetches what may be wanted while the browser has nothing else to do, so that it is there when the line breaks. */
export function useAhead(fetchParts: () => Promise<unknown>, isTime: boolean): void {
  const fetchNow = useEffectEvent(() => void fetchParts().catch(() => {}))
  useEffect(() => {
    if (!isTime) return
    // Safari has no idle callbacks.
    if ('requestIdleCallback' in window) requestIdleCallback(() => fetchNow())
    else setTimeout(() => fetchNow(), 1000)
  }, [isTime])
}
