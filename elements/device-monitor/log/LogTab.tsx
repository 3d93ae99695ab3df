import { useMemo, useState } from 'react'
import { DeviceLogLine } from '../../../core/contract/device.ts'
import { words } from '../../../core/text/words.ts'
import { useConnection, useFormat, useText } from '../../define/index.ts'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { MultiSelect } from '../../kit/Select.tsx'
import type { Column } from '../../kit/table/columns.ts'
import { ServerList } from '../../parts/ServerList.tsx'
import { useCall } from '../../parts/use-call.ts'
import { usePaging } from '../../parts/use-paging.ts'
import { useMonitor } from '../monitor-context.ts'
import { text as frame } from '../text.ts'
import { useListRange } from '../use-list-range.ts'
import { detailText } from './detail-text.ts'
import { LogPanel } from './LogPanel.tsx'
import { text } from './text.ts'

const KINDS = DeviceLogLine.shape.kind.options
type Kind = DeviceLogLine['kind']

/** What the device and the line to it went through. */
export function LogTab() {
  const { sn_code } = useMonitor().device
  const { api } = useConnection()
  const format = useFormat()
  const t = useText(text)
  const word = useText(words)
  const { log } = useText(frame)
  const paging = usePaging()
  const { range, setRange, bounds } = useListRange('week')
  const [kinds, setKinds] = useState<readonly Kind[]>([])
  const [openId, setOpenId] = useState<string | null>(null)
  const called = useCall(api.device.log, {
    sn_code,
    page: paging.page,
    page_size: paging.page_size,
    ...bounds,
    ...(kinds.length > 0 && { kind: [...kinds] }),
  })
  const open = called.data?.rows.find(({ log_id }) => String(log_id) === openId)
  const narrow = (next: readonly Kind[]) => {
    setKinds(next)
    paging.restart()
  }
  const columns = useMemo<Column<DeviceLogLine>[]>(
    () => [
      {
        id: 'time',
        title: word.time,
        cell: ({ log_time }) => format.dateTime(log_time),
        width: 164,
        grow: 0,
        isFixed: true,
      },
      { id: 'kind', title: t.kind, cell: ({ kind }) => t[kind], width: 112, grow: 0, isFixed: true },
      {
        id: 'detail',
        title: t.details,
        cell: ({ detail }) => detailText(detail, format) || '–',
        width: 200,
        isFixed: true,
      },
    ],
    [word, t, format],
  )

  return (
    <ServerList
      label={log}
      called={called}
      paging={paging}
      columns={columns}
      rowId={({ log_id }) => String(log_id)}
      empty={<EmptyState icon="log" title={t.none} explanation={t.noneWhy} />}
      openId={openId}
      onRowOpen={({ log_id }) => setOpenId(String(log_id))}
      filters={
        <>
          <MultiSelect
            label={t.kind}
            isLabelHidden
            placeholder={t.allKinds}
            options={KINDS.map((id) => ({ id, label: t[id] }))}
            value={kinds}
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
      chips={kinds.map((kind) => ({
        id: kind,
        label: t.onlyKind({ name: t[kind] }),
        onRemove: () => narrow(kinds.filter((other) => other !== kind)),
      }))}
      side={open && <LogPanel line={open} onClose={() => setOpenId(null)} />}
    />
  )
}
