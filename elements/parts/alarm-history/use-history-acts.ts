import { useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import { useConnection } from '../../define/index.ts'
import { useAlarmActs } from '../alarm-acts/use-alarm-acts.ts'
import { useMayAct } from '../alarm-acts/use-may-act.ts'

const NONE: ReadonlySet<string> = new Set()

/** What the user may do with the rows of a page, and which of them are selected; what was done leaves the selection. */
export function useHistoryActs(rows: readonly Alarm[], onSettled: () => void) {
  const connection = useConnection()
  const [ids, select] = useState(NONE)
  const chosen = rows.filter(({ alarm_id }) => ids.has(alarm_id))
  const acts = useAlarmActs({
    connection,
    onSettled(alarm_ids) {
      select((before) => new Set([...before].filter((id) => !alarm_ids.has(id))))
      onSettled()
    },
  })
  return { may: useMayAct(), acts, chosen, select, clear: () => select(NONE) }
}
