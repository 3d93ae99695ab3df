import { useEffect, useEffectEvent, useState } from 'react'
import { useConnection, useText } from '../../../define/index.ts'
import { DateTimeRange } from '../../../kit/DateTimeRange.tsx'
import { ListScreen } from '../../../parts/list/ListScreen.tsx'
import { useList } from '../../../parts/list/use-list.ts'
import { useMonitor } from '../monitor-context.ts'
import { text as frame } from '../text.ts'
import { useListRange } from '../use-list-range.ts'
import { OperationPanel } from './OperationPanel.tsx'
import { text } from './text.ts'
import { useOperationColumns } from './use-operation-columns.tsx'

/** Who wrote what to this device, and what became of it. */
export function OperationsTab() {
  const { sn_code } = useMonitor().device
  const { api, realtime } = useConnection()
  const t = useText(text)
  const { operations } = useText(frame)
  const { range, setRange, bounds } = useListRange('month')
  const list = useList(api.control.records, { sn_code, ...bounds }, { rowId: ({ id }) => id })
  const columns = useOperationColumns()
  const [openId, setOpenId] = useState<string | null>(null)
  const open = list.rows.find(({ id }) => id === openId)

  const reload = useEffectEvent(list.reload)
  useEffect(
    () => realtime.watch(`device/${sn_code}`, ({ type }) => type === 'command' && reload()),
    [realtime, sn_code],
  )

  return (
    <ListScreen
      list={list}
      words={{ empty: t.none, emptyWhy: t.noneWhy }}
      icon="edit"
      label={operations}
      columns={columns}
      isPart
      isAlwaysFiltered
      openId={openId}
      onRowOpen={({ id }) => setOpenId(id)}
      side={open && <OperationPanel command={open} onClose={() => setOpenId(null)} />}
      filters={<DateTimeRange value={range} onChange={setRange} />}
    />
  )
}
