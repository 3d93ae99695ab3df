import { useSyncExternalStore } from 'react'
import type { Alarm } from '../../../../core/contract/alarm.ts'
import type { AlarmActs } from '../../../parts/alarm-acts/use-alarm-acts.ts'
import { AlarmPanel as Panel } from '../../../parts/alarm-panel/AlarmPanel.tsx'
import { consoleActions } from '../../../parts/alarm-panel/console-actions.ts'
import { useFeed } from '../feed-context.ts'

interface AlarmPanelProps {
  alarm_id: string
  acts: AlarmActs
  /** Counts what was unshelved in the list beside it. */
  released: number
}

/** The panel beside the feed, with the alarm as it is live. */
export function AlarmPanel({ alarm_id, acts, released }: AlarmPanelProps) {
  const { rows, store, connection, may, props, view, change } = useFeed()
  useSyncExternalStore(rows.subscribe, rows.version)
  let live: Alarm | null = null
  for (const alarm of store.alarms.values()) if (alarm.alarm_id === alarm_id) live = alarm
  return (
    <Panel
      alarm_id={alarm_id}
      alarm={live}
      connection={connection}
      acts={acts}
      released={released}
      may={may}
      actions={{
        ...consoleActions(props),
        toOnlyDevice: view.sn === '' ? ({ sn_code }) => change({ sn: sn_code }) : null,
      }}
      onClose={() => change({ alarm: '' })}
    />
  )
}
