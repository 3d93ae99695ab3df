import { useState } from 'react'
import { useText } from '../../define/index.ts'
import { HistoryList } from '../../parts/alarm-history/HistoryList.tsx'
import { type AlarmHistoryView, UNFILTERED } from '../../parts/alarm-history/view.ts'
import { useMonitor } from '../monitor-context.ts'
import { text } from '../text.ts'

/** What went wrong with this device, newest first. */
export function AlarmsTab() {
  const { device, showCurve } = useMonitor()
  const { alarms } = useText(text)
  const [view, setView] = useState<AlarmHistoryView>({ ...UNFILTERED, sn: device.sn_code })
  return (
    <HistoryList
      label={alarms}
      view={view}
      change={(part) => setView((before) => ({ ...before, ...part }))}
      groups={null}
      onCurve={({ key, alarm_time }) => showCurve({ key, time: alarm_time })}
      onDevice={null}
    />
  )
}
