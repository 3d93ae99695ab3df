import { useEffect, useState } from 'react'
import { attempt } from '../../core/stores/attempt.ts'
import { useConsole } from '../use-console.ts'

/** Also without any event a count is not older than this. */
const RENEWED_MS = 15_000
/** A burst of alarms is counted once. */
const SETTLE_MS = 500

export interface OpenAlarms {
  /** Null until it is known. */
  count: number | null
  /** Asking again failed: the count is an earlier one. */
  isStale: boolean
}

/** How many alarms are open, renewed at every alarm event. */
export function useOpenAlarms(): OpenAlarms {
  const { connection } = useConsole()
  const [alarms, setAlarms] = useState<OpenAlarms>({ count: null, isStale: false })
  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined
    const abort = new AbortController()
    const renew = async () => {
      if (document.visibilityState === 'hidden') return
      const counts = await attempt(connection.api.device.counts({}, { isQuiet: true, signal: abort.signal }))
      if (abort.signal.aborted) return
      setAlarms(({ count }) => ({ count: counts?.open_alarms ?? count, isStale: counts === null }))
    }
    const unwatch = connection.realtime.watch('alarms', (frame) => {
      if (frame.type !== 'alarm') return
      settling ??= setTimeout(() => {
        settling = undefined
        renew()
      }, SETTLE_MS)
    })
    // The line broke or came back: the count is known to be old, or can be renewed, at once.
    const unlisten = connection.$status.listen(renew)
    const timer = setInterval(renew, RENEWED_MS)
    renew()
    return () => {
      abort.abort()
      unwatch()
      unlisten()
      clearInterval(timer)
      clearTimeout(settling)
    }
  }, [connection])
  return alarms
}
