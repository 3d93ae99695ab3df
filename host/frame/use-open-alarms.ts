import { useEffect, useState } from 'react'
import type { Alarm } from '../../core/contract/alarm.ts'
import { attempt } from '../../core/stores/attempt.ts'
import { useConsole } from '../use-console.ts'

/** Also without any event what is shown is not older than this. */
const RENEWED_MS = 15_000
/** A burst of alarms is asked about once. */
const SETTLE_MS = 500
/** The smallest page that a list has. */
const PAGE_SIZE = 10

export interface OpenAlarms {
  /** Null until it is known. */
  count: number | null
  /** The newest of the highest level; null where none is open. */
  worst: Alarm | null
  /** Asking again failed: this was known earlier. */
  isStale: boolean
}

/** How many alarms are open and which is the worst, renewed at every alarm event. */
export function useOpenAlarms(): OpenAlarms {
  const { connection } = useConsole()
  const [alarms, setAlarms] = useState<OpenAlarms>({ count: null, worst: null, isStale: false })
  useEffect(() => {
    let settling: ReturnType<typeof setTimeout> | undefined
    const abort = new AbortController()
    const renew = async () => {
      if (document.visibilityState === 'hidden') return
      const options = { isQuiet: true, signal: abort.signal }
      const open = await attempt(
        connection.api.alarm.open({ page: 1, page_size: PAGE_SIZE, sort: '-alarm_level' }, options),
      )
      if (abort.signal.aborted) return
      setAlarms((known) =>
        open ? { count: open.total, worst: newestOfWorst(open.rows), isStale: false } : { ...known, isStale: true },
      )
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

/** The rows come by level; among equals what happened last is what somebody has to look at first. */
function newestOfWorst(rows: readonly Alarm[]): Alarm | null {
  const level = rows[0]?.alarm_level
  return rows.filter((row) => row.alarm_level === level).sort((a, b) => b.alarm_time - a.alarm_time)[0] ?? null
}
