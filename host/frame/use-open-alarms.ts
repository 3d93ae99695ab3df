import { useStore } from '@nanostores/react'
import { atom } from 'nanostores'
import { useEffect } from 'react'
import type { Alarm } from '../../core/contract/alarm.ts'
import { alarmCounts } from '../../core/stores/collections/states.ts'
import { $waitingCritical } from '../title.ts'
import { useConsole } from '../use-console.ts'
import { type AlarmCounts, waitingCritical } from './alarm-counts.ts'

export interface OpenAlarms {
  /** Null until they are known. */
  counts: AlarmCounts | null
  /** The newest of the highest level, unconfirmed before confirmed and then active before recovered, as in the list; null where none is open. */
  worst: Alarm | null
  /** Asking again failed: this was known earlier. */
  isStale: boolean
}

const $unknown = atom({ data: null, failure: null })

/** How many alarms are open and which is the worst, renewed at every alarm event; nothing is requested for users without the right. */
export function useOpenAlarms(mayKnow: boolean): OpenAlarms {
  const { connection } = useConsole()
  const { data, failure } = useStore(mayKnow ? alarmCounts(connection, {}) : $unknown)
  // The end of the session comes over the socket, which this holds for every user: everyone may read their own messages.
  useEffect(() => {
    if (!mayKnow) return connection.realtime.watch('messages', () => {})
  }, [connection, mayKnow])
  useEffect(() => {
    $waitingCritical.set(data ? waitingCritical(data) : 0)
    return () => $waitingCritical.set(0)
  }, [data])
  return { counts: data, worst: data?.worst ?? null, isStale: failure !== null }
}
