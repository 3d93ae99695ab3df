import { useEffect, useRef, useState } from 'react'
import type { Alarm, AnswerForEach } from '../../../core/contract/alarm.ts'
import { useFeed } from '../feed-context.ts'
import { inChunks, type Outcome } from './in-chunks.ts'

export type Act = 'confirm' | 'shelve'

export interface Running {
  readonly act: Act
  readonly done: number
  readonly total: number
  cancel(): void
}

/** Those that could not be done, with the reason of each. */
export interface Refusals {
  readonly act: Act
  readonly rows: readonly { alarm: Alarm; reason: string }[]
}

export interface Shelving {
  reason: string
  minutes: number
  is_one_shot: boolean
}

export interface Acting {
  readonly running: Running | null
  readonly refusals: Refusals | null
  forget(): void
  /** Null where it was not begun: the page does it itself. */
  confirm(alarms: readonly Alarm[], alarm_note: string): Promise<Outcome | null>
  shelve(alarms: readonly Alarm[], how: Shelving): Promise<Outcome | null>
}

/** Confirms and shelves many, an answer for each. Rows change when the server says so, never before. */
export function useActing(): Acting {
  const { connection, props } = useFeed()
  const [running, setRunning] = useState<Running | null>(null)
  const [refusals, setRefusals] = useState<Refusals | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function run(act: Act, alarms: readonly Alarm[], call: (alarm_ids: string[]) => Promise<AnswerForEach>) {
    const own = new AbortController()
    abort.current?.abort()
    abort.current = own
    const progress = (done: number) =>
      own.signal.aborted || setRunning({ act, done, total: alarms.length, cancel: () => own.abort() })
    progress(0)
    const outcome = await inChunks(
      alarms.map(({ alarm_id }) => alarm_id),
      { call, signal: own.signal, onProgress: progress },
    ).finally(() => abort.current === own && setRunning(null))
    const rows = alarms.flatMap((alarm) => {
      const reason = outcome.failed.get(alarm.alarm_id)
      return reason === undefined ? [] : [{ alarm, reason }]
    })
    if (rows.length > 0) setRefusals({ act, rows })
    return outcome
  }

  const quietly = { isQuiet: true }
  return {
    running,
    refusals,
    forget: () => setRefusals(null),
    async confirm(alarms, alarm_note) {
      const noted = alarm_note === '' ? {} : { alarm_note }
      const isTaken = props.onAlarmConfirm({ alarm_ids: alarms.map(({ alarm_id }) => alarm_id), alarm_note })
      if (isTaken || !connection) return null
      return run('confirm', alarms, (alarm_ids) => connection.api.alarm.confirmMany({ alarm_ids, ...noted }, quietly))
    },
    async shelve(alarms, how) {
      const isTaken = props.onAlarmShelve({ alarm_ids: alarms.map(({ alarm_id }) => alarm_id), ...how })
      if (isTaken || !connection) return null
      return run('shelve', alarms, (alarm_ids) => connection.api.alarm.shelve({ alarm_ids, ...how }, quietly))
    },
  }
}
