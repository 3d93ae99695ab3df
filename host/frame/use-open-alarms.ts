import { useEffect, useState } from 'react'
import type { Alarm } from '../../core/contract/alarm.ts'
import { attempt } from '../../core/stores/attempt.ts'
import { $waitingCritical } from '../title.ts'
import { useConsole } from '../use-console.ts'
import { type AlarmCounts, waitingCritical } from './alarm-counts.ts'

/** Also without any event what is shown is not older than this. */
const RENEWED_MS = 15_000
/** A burst of alarms is asked about once. */
const SETTLE_MS = 500

export interface OpenAlarms {
  /** Null until they are known. */
  counts: AlarmCounts | null
  /** The newest of the highest level, unconfirmed before confirmed; null where none is open. */
  worst: Alarm | null
  /** Asking again failed: this was known earlier. */
  isStale: boolean
}

/** How many alarms are open and which is the worst, renewed at every alarm event; nothing is asked for who may not know. */
export function useOpenAlarms(mayKnow: boolean): OpenAlarms {
  const { connection } = useConsole()
  const [alarms, setAlarms] = useState<OpenAlarms>({ counts: null, worst: null, isStale: false })
  useEffect(() => {
    // The end of the session comes over the socket, which this holds for every user: the own post is open to each.
    if (!mayKnow) return connection.realtime.watch('messages', () => {})
    let settling: ReturnType<typeof setTimeout> | undefined
    let isAsking = false
    let isWantedAgain = false
    const abort = new AbortController()
    const renew = async () => {
      if (isAsking) {
        isWantedAgain = true
        return
      }
      isAsking = true
      const answer = await attempt(connection.api.alarm.counts({}, { signal: abort.signal }))
      isAsking = false
      if (abort.signal.aborted) return
      if (answer) {
        const { worst, ...counts } = answer
        setAlarms({ counts, worst, isStale: false })
        $waitingCritical.set(waitingCritical(counts))
      } else setAlarms((known) => ({ ...known, isStale: true }))
      if (isWantedAgain) settle()
      isWantedAgain = false
    }
    const settle = () => {
      settling ??= setTimeout(() => {
        settling = undefined
        renew()
      }, SETTLE_MS)
    }
    const unwatch = connection.realtime.watch('alarms', (frame) => {
      if (frame.type === 'alarm') settle()
    })
    // The line broke or came back, the page is looked at again: what is known is old, or can be renewed, at once.
    const unlisten = connection.$status.listen(renew)
    document.addEventListener('visibilitychange', renew)
    // A page that nobody looks at asks only when something happened, for its title.
    const timer = setInterval(() => document.visibilityState === 'visible' && renew(), RENEWED_MS)
    renew()
    return () => {
      abort.abort()
      unwatch()
      unlisten()
      document.removeEventListener('visibilitychange', renew)
      clearInterval(timer)
      clearTimeout(settling)
      $waitingCritical.set(0)
    }
  }, [connection, mayKnow])
  return alarms
}
