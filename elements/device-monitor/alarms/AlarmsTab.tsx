import { useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { ServerList } from '../../parts/ServerList.tsx'
import { useAlarmEvents } from '../../parts/use-alarm-events.ts'
import { useCall } from '../../parts/use-call.ts'
import { useMonitor } from '../monitor-context.ts'
import { text as frame } from '../text.ts'
import { useListFilters } from '../use-list-filters.tsx'
import { AlarmPanel } from './AlarmPanel.tsx'
import { LEVELS, type Level } from './levels.ts'
import { text } from './text.ts'
import { useAlarmColumns } from './use-alarm-columns.tsx'

/** What went wrong with this device, newest first; it follows new events by itself. */
export function AlarmsTab() {
  const { sn_code } = useMonitor().device
  const { api } = useConnection()
  const t = useText(text)
  const word = useText(words)
  const { alarms } = useText(frame)
  const { chosen, bounds, paging, ...narrowing } = useListFilters<Level>('month', {
    label: t.level,
    placeholder: t.allLevels,
    options: LEVELS.map((id) => ({ id, label: word[`alarm_${id}`] })),
    chip: (name) => t.onlyLevel({ name }),
  })
  const [openId, setOpenId] = useState<string | null>(null)
  const called = useCall(api.alarm.history, {
    sn_code,
    page: paging.page,
    page_size: paging.page_size,
    ...bounds,
    ...(chosen.length > 0 && { alarm_level: chosen.map(Number) }),
  })
  useAlarmEvents(sn_code, called.reload)
  const columns = useAlarmColumns(called.reload)
  const open = called.data?.rows.find(({ alarm_id }) => alarm_id === openId)

  return (
    <ServerList
      {...narrowing}
      label={alarms}
      called={called}
      paging={paging}
      columns={columns}
      rowId={({ alarm_id }) => alarm_id}
      empty={<EmptyState icon="bell" title={t.none} explanation={t.noneWhy} />}
      openId={openId}
      onRowOpen={({ alarm_id }) => setOpenId(alarm_id)}
      side={
        open && (
          <AlarmPanel key={open.alarm_id} alarm={open} onClose={() => setOpenId(null)} onChanged={called.reload} />
        )
      }
    />
  )
}
