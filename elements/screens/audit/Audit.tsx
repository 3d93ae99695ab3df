import { useMemo, useState } from 'react'
import type { AuditLine } from '../../../core/contract/audit.ts'
import { words } from '../../../core/text/words.ts'
import { type ElementProps, useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ServerList } from '../../parts/ServerList.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { boundsOf, useBoundedRange } from '../../parts/use-bounded-range.ts'
import { useCall } from '../../parts/use-call.ts'
import { usePagingOf, useTurnBack } from '../../parts/use-paging.ts'
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
  const { time, refresh } = useText(words)
  const names = useText(actionWords)
  const format = useFormat()
  const { api, clock } = useConnection()
  const [view, change] = useView<AuditView>({ search, action, ...boundsOf(props), page }, onViewChange)
  // Other lines begin at their first page.
  const filter = (part: Partial<AuditView>) => change({ page: null, ...part })
  const { range, setRange, bounds } = useBoundedRange(view, filter)
  const paging = usePagingOf(view.page, (next) => change({ page: next }))
  const actions = actionsOf(view.action)
  const wanted = view.search.trim().slice(0, 64)
  const called = useCall(api.audit.list, {
    page: paging.page,
    page_size: paging.page_size,
    ...bounds,
    ...(wanted && { search: wanted }),
    ...(actions.length > 0 && { action: actions }),
  })
  const { data, last, failure, reload, isLoading } = called
  useTurnBack(called, paging)
  const shown = data ?? last
  const readTime = useReadTime(data, clock.now)
  const columns = useMemo(() => columnsOf({ ...t, time }, names, format), [t, time, names, format])
  const chips = useAuditChips(view, filter, range)
  const [openId, setOpenId] = useState<number | null>(null)
  const open = data?.rows.find(({ audit_id }) => audit_id === openId)

  return (
    <div className="audit">
      <StaleNote called={{ ...called, last: data }} />
      {!shown && !failure && <LoadingState />}
      <ServerList<AuditLine>
        title={t.title}
        label={t.title}
        count={
          data && readTime !== null
            ? `${t.counted({ count: data.total })} · ${t.readAt({ time: format.time(readTime) })}`
            : undefined
        }
        actions={
          <Button icon="refresh" isPending={isLoading} onPress={reload}>
            {refresh}
          </Button>
        }
        // What was read stays beside the note that it could not be read anew.
        called={{ ...called, failure: data ? null : failure }}
        paging={paging}
        columns={columns}
        rowId={({ audit_id }) => String(audit_id)}
        openId={openId === null ? null : String(openId)}
        onRowOpen={({ audit_id }) => setOpenId(audit_id)}
        side={open && <AuditPanel key={open.audit_id} line={open} onClose={() => setOpenId(null)} />}
        filters={<AuditFilters view={view} change={filter} range={range} setRange={setRange} />}
        chips={chips}
        empty={
          chips.length > 0 ? (
            <EmptyElement
              icon="log"
              title={t.noMatch}
              explanation={t.noMatchWhy}
              action={<Button onPress={() => change(UNFILTERED)}>{t.clearFilters}</Button>}
            />
          ) : (
            <EmptyElement icon="log" title={t.none} explanation={t.noneWhy} />
          )
        }
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
