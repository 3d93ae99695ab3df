import { useMemo, useState } from 'react'
import { DeviceLogLine } from '../../../../core/contract/device.ts'
import { detailText } from '../../../../core/text/log/detail-text.ts'
import { words } from '../../../../core/text/words.ts'
import { useConnection, useFormat, useText } from '../../../define/index.ts'
import type { Column } from '../../../kit/table/columns.ts'
import { ListScreen } from '../../../parts/list/ListScreen.tsx'
import { useList } from '../../../parts/list/use-list.ts'
import { useMonitor } from '../monitor-context.ts'
import { text as frame } from '../text.ts'
import { useListFilters } from '../use-list-filters.tsx'
import { LogPanel } from './LogPanel.tsx'
import { StateHistory } from './StateHistory.tsx'
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
  const { chosen, bounds, view, change, ...narrowing } = useListFilters<Kind>('week', {
    label: t.kind,
    placeholder: t.allKinds,
    options: KINDS.map((id) => ({ id, label: t[id] })),
    chip: (name) => t.onlyKind({ name }),
  })
  const [openId, setOpenId] = useState<string | null>(null)
  const list = useList(
    api.device.log,
    { sn_code, ...bounds, ...(chosen.length > 0 && { kind: [...chosen] }) },
    { rowId: ({ log_id }) => String(log_id), view, change },
  )
  const open = list.rows.find(({ log_id }) => String(log_id) === openId)
  const columns = useMemo<Column<DeviceLogLine>[]>(
    () => [
      {
        id: 'time',
        title: word.time,
        cell: ({ log_time }) => format.dateTime(log_time),
        width: 164,
        grow: 0,
        isFixed: true,
        narrow: { cell: ({ log_time }) => format.dateTime(log_time).slice(5), width: 128 },
      },
      {
        id: 'kind',
        title: t.kind,
        cell: ({ kind }) => t[kind],
        width: 136,
        grow: 0,
        isFixed: true,
        narrow: { width: 112 },
      },
      {
        id: 'detail',
        title: t.details,
        cell: ({ detail }) => detailText(detail, format) || '–',
        width: 200,
        isFixed: true,
        narrow: { width: 120 },
      },
    ],
    [word, t, format],
  )

  return (
    <ListScreen
      {...narrowing}
      above={<StateHistory {...bounds} />}
      list={list}
      words={{ empty: t.none, emptyWhy: t.noneWhy }}
      icon="log"
      label={log}
      columns={columns}
      isPart
      isAlwaysFiltered
      openId={openId}
      onRowOpen={({ log_id }) => setOpenId(String(log_id))}
      side={open && <LogPanel line={open} onClose={() => setOpenId(null)} />}
    />
  )
}
