import { useEffect, useRef, useState } from 'react'
import type { Connection } from '../../../core/connection/connection.ts'
import type { Alarm, AnswerForEach } from '../../../core/contract/alarm.ts'
import { inChunks, isAnswer, type Outcome } from './in-chunks.ts'

export type Act = 'confirm' | 'shelve' | 'unshelve'

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
  /** Once more, with all that was typed, for those that no answer came for; null where each has its own. */
  readonly again: (() => void) | null
}

export interface Shelving {
  reason: string
  minutes: number
  /** Out of service, else shelved. */
  is_out_of_service: boolean
  is_one_shot: boolean
}

/** Who is asked, and the page that may take it over by answering true. */
export interface ActingPlace {
  connection: Connection | null
  onAlarmConfirm?: (request: { alarm_ids: string[]; alarm_note: string }) => boolean
  onAlarmShelve?: (request: { alarm_ids: string[] } & Shelving) => boolean
  /** Calls back when refusals can be shown: at once, or once the code for it has loaded. */
  whenReady: (notify: () => void) => void
}

type Again = (alarms: readonly Alarm[]) => void

export interface Acting {
  readonly running: Running | null
  readonly refusals: Refusals | null
  forget(): void
  /** Null where it was not begun: the page does it itself. */
  confirm(alarms: readonly Alarm[], alarm_note: string, again: Again): Promise<Outcome | null>
  shelve(alarms: readonly Alarm[], how: Shelving, again: Again): Promise<Outcome | null>
  unshelve(alarms: readonly Alarm[], again: Again): Promise<Outcome | null>
}

const idsOf = (alarms: readonly Alarm[]) => alarms.map(({ alarm_id }) => alarm_id)

/** Confirms and shelves many, an answer for each. Rows change when the server says so, never before. */
export function useActing({ connection, onAlarmConfirm, onAlarmShelve, whenReady }: ActingPlace): Acting {
  const [running, setRunning] = useState<Running | null>(null)
  const [refusals, setRefusals] = useState<Refusals | null>(null)
  const abort = useRef<AbortController | null>(null)
  useEffect(() => () => abort.current?.abort(), [])

  async function run(
    act: Act,
    alarms: readonly Alarm[],
    again: Again,
    call: (alarm_ids: string[]) => Promise<AnswerForEach>,
  ) {
    const own = new AbortController()
    abort.current?.abort()
    abort.current = own
    const progress = (done: number) =>
      own.signal.aborted || setRunning({ act, done, total: alarms.length, cancel: () => own.abort() })
    progress(0)
    const outcome = await inChunks(idsOf(alarms), { call, signal: own.signal, onProgress: progress }).finally(
      () => abort.current === own && setRunning(null),
    )
    const rows = alarms.flatMap((alarm) => {
      const reason = outcome.failed.get(alarm.alarm_id)
      return reason === undefined ? [] : [{ alarm, reason }]
    })
    const unanswered = rows.flatMap(({ alarm, reason }) => (isAnswer(reason) ? [] : [alarm]))
    const tryAgain = () => {
      setRefusals(null)
      again(unanswered)
    }
    if (rows.length > 0) whenReady(() => setRefusals({ act, rows, again: unanswered.length > 0 ? tryAgain : null }))
    return outcome
  }

  return {
    running,
    refusals,
    forget: () => setRefusals(null),
    async confirm(alarms, alarm_note, again) {
      const noted = alarm_note === '' ? {} : { alarm_note }
      if (onAlarmConfirm?.({ alarm_ids: idsOf(alarms), alarm_note }) || !connection) return null
      return run('confirm', alarms, again, (alarm_ids) => connection.api.alarm.confirmMany({ alarm_ids, ...noted }))
    },
    async shelve(alarms, how, again) {
      if (onAlarmShelve?.({ alarm_ids: idsOf(alarms), ...how }) || !connection) return null
      return run('shelve', alarms, again, (alarm_ids) => connection.api.alarm.shelve({ alarm_ids, ...how }))
    },
    async unshelve(alarms, again) {
      if (!connection) return null
      return run('unshelve', alarms, again, (alarm_ids) => connection.api.alarm.unshelve({ alarm_ids }))
    },
  }
}
