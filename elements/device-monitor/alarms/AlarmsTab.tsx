import { useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { useConnection, useText } from '../../define/index.ts'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { MultiSelect } from '../../kit/Select.tsx'
import { ServerList } from '../../parts/ServerList.tsx'
import { useAlarmEvents } from '../../parts/use-alarm-events.ts'
import { useCall } from '../../parts/use-call.ts'
import { usePaging } from '../../parts/use-paging.ts'
import { useMonitor } from '../monitor-context.ts'
import { text as frame } from '../text.ts'
import { useListRange } from '../use-list-range.ts'
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
  const paging = usePaging()
  const { range, setRange, bounds } = useListRange('month')
  const [levels, setLevels] = useState<readonly Level[]>([])
  const [openId, setOpenId] = useState<string | null>(null)
  const called = useCall(api.alarm.history, {
    sn_code,
    page: paging.page,
    page_size: paging.page_size,
    ...bounds,
    ...(levels.length > 0 && { alarm_level: levels.map(Number) }),
  })
  useAlarmEvents(sn_code, called.reload)
  const columns = useAlarmColumns(called.reload)
  const open = called.data?.rows.find(({ alarm_id }) => alarm_id === openId)
  const narrow = (next: readonly Level[]) => {
    setLevels(next)
    paging.restart()
  }

  return (
    <ServerList
      label={alarms}
      called={called}
      paging={paging}
      columns={columns}
      rowId={({ alarm_id }) => alarm_id}
      empty={<EmptyState icon="bell" title={t.none} explanation={t.noneWhy} />}
      openId={openId}
      onRowOpen={({ alarm_id }) => setOpenId(alarm_id)}
      filters={
        <>
          <MultiSelect
            label={t.level}
            isLabelHidden
            placeholder={t.allLevels}
            options={LEVELS.map((id) => ({ id, label: word[`alarm_${id}`] }))}
            value={levels}
            onChange={narrow}
          />
          <DateTimeRange
            value={range}
            onChange={(next) => {
              setRange(next)
              paging.restart()
            }}
          />
        </>
      }
      chips={levels.map((level) => ({
        id: level,
        label: t.onlyLevel({ name: word[`alarm_${level}`] }),
        onRemove: () => narrow(levels.filter((other) => other !== level)),
      }))}
      side={
        open && (
          <AlarmPanel key={open.alarm_id} alarm={open} onClose={() => setOpenId(null)} onChanged={called.reload} />
        )
      }
    />
  )
}
