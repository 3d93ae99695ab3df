import { useEffect, useState } from 'react'
import { attempt } from '../../core/stores/attempt.ts'
import { useConsole } from '../use-console.ts'

/** Also without any event a count is not older than this. */
const RENEWED_MS = 15_000
/** A burst of alarms is counted once. */
const SETTLE_MS = 500

/** How many alarms are open, renewed at every alarm event; null until it is known. */
export function useOpenAlarms(): number | null {
  const { connection } = useConsole()
  const [count, setCount] = useState<number | null>(null)
  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined
    const abort = new AbortController()
    const renew = async () => {
      if (document.visibilityState === 'hidden') return
      const counts = await attempt(connection.api.device.counts({}, { isQuiet: true, signal: abort.signal }))
      if (counts && !abort.signal.aborted) setCount(counts.open_alarms)
    }
    const unwatch = connection.realtime.watch('alarms', (frame) => {
      if (frame.type !== 'alarm') return
      settling ??= setTimeout(() => {
        settling = undefined
        renew()
      }, SETTLE_MS)
    })
    const timer = setInterval(renew, RENEWED_MS)
    renew()
    return () => {
      abort.abort()
      unwatch()
      clearInterval(timer)
      clearTimeout(settling)
    }
  }, [connection])
  return count
}
