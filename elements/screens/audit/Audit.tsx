import { useMemo, useState } from 'react'
import { words } from '../../../core/text/words.ts'
import { type ElementProps, useConnection, useFormat, useText } from '../../define/index.ts'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { boundsOf, useBoundedRange } from '../../parts/use-bounded-range.ts'
import { useView } from '../../parts/use-view.ts'
import { AuditFilters, actionsOf, useAuditChips } from './AuditFilters.tsx'
import { AuditPanel } from './AuditPanel.tsx'
import { actionWords } from './action-words.ts'
import type { AuditView, api } from './api.ts'
import { columnsOf } from './columns.ts'
import { text } from './text.ts'

const UNFILTERED: AuditView = { search: '', action: '', start: null, end: null, page: null }

export function Audit(props: ElementProps<typeof api>) {
  const { search, action, page, onViewChange } = props
  const t = useText(text)
  const { time } = useText(words)
  const names = useText(actionWords)
  const format = useFormat()
  const { api, clock } = useConnection()
  const [view, change] = useView<AuditView>({ search, action, ...boundsOf(props), page }, onViewChange)
  // Other lines begin at their first page.
  const filter = (part: Partial<AuditView>) => change({ page: null, ...part })
  const { range, setRange, bounds } = useBoundedRange(view, filter)
  const actions = actionsOf(view.action)
  const wanted = view.search.trim().slice(0, 64)
  const list = useList(
    api.audit.list,
    { ...bounds, ...(wanted && { search: wanted }), ...(actions.length > 0 && { action: actions }) },
    { rowId: ({ audit_id }) => String(audit_id), view, change },
  )
  const { data } = list.called
  const readTime = useReadTime(data, clock.now)
  const columns = useMemo(() => columnsOf({ ...t, time }, names, format), [t, time, names, format])
  const chips = useAuditChips(view, filter, range)
  const [openId, setOpenId] = useState<number | null>(null)
  const open = data?.rows.find(({ audit_id }) => audit_id === openId)

  return (
    <div className="audit">
      <ListScreen
        list={list}
        words={{ title: t.title, empty: t.none, emptyWhy: t.noneWhy }}
        icon="log"
        count={
          data && readTime !== null
            ? `${t.counted({ count: data.total })} · ${t.readAt({ time: format.time(readTime) })}`
            : undefined
        }
        columns={columns}
        hasRefresh
        isAlwaysFiltered
        search={{ label: t.search, value: view.search, onChange: (search) => filter({ search }) }}
        filters={<AuditFilters view={view} change={filter} range={range} setRange={setRange} />}
        chips={chips}
        onClear={() => change(UNFILTERED)}
        saved={{ view, change }}
        openId={openId === null ? null : String(openId)}
        onRowOpen={({ audit_id }) => setOpenId(audit_id)}
        side={open && <AuditPanel key={open.audit_id} line={open} onClose={() => setOpenId(null)} />}
      />
    </div>
  )
}

/** When an answer came, by the server's clock. */
function useReadTime(answer: unknown, now: () => number): number | null {
  const [read, setRead] = useState<{ answer: unknown; time: number } | null>(null)
  if (answer !== null && read?.answer !== answer) setRead({ answer, time: now() })
  return read?.time ?? null
}
