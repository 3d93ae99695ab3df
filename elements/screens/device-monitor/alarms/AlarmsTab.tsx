import { useElement, useText } from '../../../define/index.ts'
import { HistoryList } from '../../../parts/alarm-history/HistoryList.tsx'
import { type AlarmHistoryView, UNFILTERED } from '../../../parts/alarm-history/view.ts'
import { shiftLogPath } from '../../../parts/neighbours/paths.ts'
import { useMonitor } from '../monitor-context.ts'
import { pickedTimeText } from '../picked-time.ts'
import { NO_RANGE } from '../range-view.ts'
import { text } from '../text.ts'
import type { SharedRange } from '../use-shared-range.ts'

interface AlarmsTabProps {
  /** The id of the one that is open. */
  alarm: string
  onAlarm: (alarm_id: string) => void
  shared: SharedRange
  /** How the list is filtered, ordered and turned: it is the same after a look at a curve. */
  list: Partial<AlarmHistoryView>
  onList: (change: (before: Partial<AlarmHistoryView>) => Partial<AlarmHistoryView>) => void
}

/** What went wrong with this device, newest first. */
export function AlarmsTab({ alarm, onAlarm, shared, list, onList }: AlarmsTabProps) {
  const { device, show } = useMonitor()
  const { emit } = useElement()
  const { alarms } = useText(text)
  return (
    <HistoryList
      label={alarms}
      view={{ ...UNFILTERED, ...list, sn: device.sn_code, alarm }}
      change={({ alarm: opened, ...part }) => {
        onList((before) => ({ ...before, ...part }))
        if (opened !== undefined) onAlarm(opened)
      }}
      groups={null}
      time={{ range: shared.range, setRange: shared.choose }}
      actions={{
        toDevice: null,
        toCurve: ({ alarm_id, key, alarm_time }) =>
          // Around the alarm, whatever was looked at before.
          show({ tab: 'curve', moment: pickedTimeText({ key, time: alarm_time }), alarm: alarm_id, ...NO_RANGE }),
        toScreen: null,
        toRule: ({ rule_id }) => show({ tab: 'rules', rule: rule_id }),
        toShiftLog: ({ alarm_id }) => void emit('sg-navigate', { path: shiftLogPath({ alarm: alarm_id }) }),
      }}
    />
  )
}
