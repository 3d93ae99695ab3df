import { isConfirmable } from '../../parts/alarm-acts/can-act.ts'
import { type AlarmActs, useAlarmActs } from '../../parts/alarm-acts/use-alarm-acts.ts'
import { useFeed } from './feed-context.ts'
import type { Selection } from './list/use-selection.ts'

/** What was done leaves the selection, with what there is nothing to do about: a selection holds the rows where they are. */
export function useFeedActs(selection: Selection): AlarmActs {
  const { connection, rows, props } = useFeed()
  return useAlarmActs({
    connection,
    onAlarmConfirm: props.onAlarmConfirm,
    onAlarmShelve: props.onAlarmShelve,
    onSettled: (alarm_ids) =>
      selection.drop((key) => {
        const alarm = rows.rowOf(key)?.alarm
        return !alarm || alarm_ids.has(alarm.alarm_id) || !isConfirmable(alarm)
      }),
  })
}
