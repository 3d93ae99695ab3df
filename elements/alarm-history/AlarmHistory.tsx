import type { DeviceGroup } from '../../core/contract/device.ts'
import { type ElementProps, useConnection, useText } from '../define/index.ts'
import { HistoryList } from '../parts/alarm-history/HistoryList.tsx'
import { KeptNote } from '../parts/alarm-history/KeptNote.tsx'
import type { AlarmHistoryView } from '../parts/alarm-history/view.ts'
import { useCall } from '../parts/use-call.ts'
import { useView } from '../parts/use-view.ts'
import type { api } from './api.ts'
import { text } from './text.ts'

const NO_GROUPS: readonly DeviceGroup[] = []

export function AlarmHistory(props: ElementProps<typeof api>) {
  const { search, sn, group = null, level, type, lasted, start = null, end = null, sort, page } = props
  const { onViewChange, onDeviceOpen, onCurveOpen, onNavigate } = props
  const t = useText(text)
  const { api } = useConnection()
  const given = { search, sn, group, level, type, lasted, start, end, sort, page }
  const [view, change] = useView<AlarmHistoryView>(given, onViewChange)
  const groups = useCall(api.device.groups, {}).data ?? NO_GROUPS
  const pageOf = (sn_code: string, query: string) => ({ path: `/deviceDetail/${encodeURIComponent(sn_code)}?${query}` })
  return (
    <HistoryList
      title={t.title}
      label={t.title}
      view={view}
      change={change}
      groups={groups}
      note={<KeptNote />}
      onDevice={({ sn_code }) => {
        if (!onDeviceOpen({ sn_code })) onNavigate(pageOf(sn_code, 'tab=alarms'))
      }}
      onCurve={({ sn_code, key, alarm_time }) => {
        if (onCurveOpen({ sn_code, key, time: alarm_time })) return
        const query = new URLSearchParams({ tab: 'curve', moment: `${key}@${alarm_time}` })
        onNavigate(pageOf(sn_code, String(query)))
      }}
    />
  )
}
