import { useEffect, useEffectEvent, useState } from 'react'
import { useConnection, useText } from '../../../define/index.ts'
import { DateTimeRange } from '../../../kit/DateTimeRange.tsx'
import { EmptyState } from '../../../kit/EmptyState.tsx'
import { ServerList } from '../../../parts/ServerList.tsx'
import { useCall } from '../../../parts/use-call.ts'
import { usePaging } from '../../../parts/use-paging.ts'
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
  const paging = usePaging()
  const { range, setRange, bounds } = useListRange('month')
  const called = useCall(api.control.records, { sn_code, page: paging.page, page_size: paging.page_size, ...bounds })
  const columns = useOperationColumns()
  const [openId, setOpenId] = useState<string | null>(null)
  const open = called.data?.rows.find(({ id }) => id === openId)

  const reload = useEffectEvent(called.reload)
  useEffect(
    () => realtime.watch(`device/${sn_code}`, ({ type }) => type === 'command' && reload()),
    [realtime, sn_code],
  )

  return (
    <ServerList
      label={operations}
      called={called}
      paging={paging}
      columns={columns}
      rowId={({ id }) => id}
      openId={openId}
      onRowOpen={({ id }) => setOpenId(id)}
      side={open && <OperationPanel command={open} onClose={() => setOpenId(null)} />}
      empty={<EmptyState icon="edit" title={t.none} explanation={t.noneWhy} />}
      filters={
        <DateTimeRange
          value={range}
          onChange={(next) => {
            setRange(next)
            paging.restart()
          }}
        />
      }
    />
  )
}
