import { type AlarmActs, useAlarmActs } from '../parts/alarm-acts/use-alarm-acts.ts'
import { useFeed } from './feed-context.ts'
import type { Selection } from './list/use-selection.ts'

/** What could not be done stays selected, and nothing else: a selection holds the rows where they are. */
export function useFeedActs(selection: Selection): AlarmActs {
  const { connection, rows, props } = useFeed()
  return useAlarmActs({
    connection,
    onAlarmConfirm: props.onAlarmConfirm,
    onAlarmShelve: props.onAlarmShelve,
    onSettled(outcome) {
      if (!outcome) return selection.clear()
      const undone = new Set([...outcome.failed.keys(), ...outcome.left])
      selection.keep([...selection.keys].filter((key) => undone.has(rows.rowOf(key)?.alarm.alarm_id ?? '')))
    },
  })
}
