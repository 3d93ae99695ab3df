import { useMemo, useState } from 'react'
import { LOG_KINDS, type LogKind, type LogLine } from '../../../core/contract/log.ts'
import { SN_PATTERN } from '../../../core/contract/telemetry.ts'
import { logActionWords, logColumnWords } from '../../../core/text/log/log-words.ts'
import { words } from '../../../core/text/words.ts'
import { type ElementProps, useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { EmptyElement } from '../../parts/EmptyElement.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { LoadingState } from '../../parts/LoadingState.tsx'
import { ServerList } from '../../parts/ServerList.tsx'
import { StaleNote } from '../../parts/StaleNote.tsx'
import { boundsOf, useBoundedRange } from '../../parts/use-bounded-range.ts'
import { useCall } from '../../parts/use-call.ts'
import { usePagingOf, useTurnBack } from '../../parts/use-paging.ts'
import { useView } from '../../parts/use-view.ts'
import type { api, LogView } from './api.ts'
import { columnsOf, type LogWords } from './columns.tsx'
import { ExportMenu } from './ExportMenu.tsx'
import { actionsOf, LogFilters, UNFILTERED, useLogChips } from './LogFilters.tsx'
import { LogPanel } from './LogPanel.tsx'
import { text } from './text.ts'

const SN = new RegExp(`^${SN_PATTERN}$`)

export function LogList(props: ElementProps<typeof api>) {
  const { kind, search, action, sn, user, page, onViewChange } = props
  const t = useText(text)
  const { time, refresh } = useText(words)
  const column = useText(logColumnWords)
  const actionWord = useText(logActionWords)
  const format = useFormat()
  const { api } = useConnection()
  const [view, change] = useView<LogView>({ kind, search, action, sn, user, ...boundsOf(props), page }, onViewChange)
  // Other lines begin at their first page.
  const filter = (part: Partial<LogView>) => change({ page: null, ...part })
  const { range, setRange, bounds } = useBoundedRange(view, filter)
  const paging = usePagingOf(view.page, (next) => change({ page: next }))
  const actions = actionsOf(view)
  const wanted = view.search.trim().slice(0, 64)
  const asked = {
    kind: view.kind,
    ...bounds,
    ...(wanted && { search: wanted }),
    ...(actions.length > 0 && { action: actions }),
    ...(SN.test(view.sn) && { sn_code: view.sn }),
    ...(view.user && { user_name: view.user.slice(0, 64) }),
  }
  const called = useCall(api.log.list, { ...asked, page: paging.page, page_size: paging.page_size })
  const { data, last, failure, reload, isLoading } = called
  useTurnBack(called, paging)
  // What another log answered does not fit these columns.
  const [shownKind, setShownKind] = useState(view.kind)
  if (data && shownKind !== view.kind) setShownKind(view.kind)
  const shown = data ?? (shownKind === view.kind ? last : null)
  const lineWords = useMemo<LogWords>(
    () => ({ column, action: actionWord, time, byItself: t.byItself }),
    [column, actionWord, time, t],
  )
  const columns = useMemo(() => columnsOf(view.kind, lineWords, format), [view.kind, lineWords, format])
  const chips = useLogChips(view, filter, range)
  const [openId, setOpenId] = useState<string | null>(null)
  const [exportFailed, setExportFailed] = useState<string | null>(null)
  const open = data?.rows.find(({ log_id }) => log_id === openId)

  const list = () => (
    <ServerList<LogLine>
      label={t[`kind_${view.kind}`]}
      // What was read stays beside the note that it could not be read anew.
      called={{ ...called, last: shown, failure: data ? null : failure }}
      paging={paging}
      columns={columns}
      rowId={({ log_id }) => log_id}
      openId={openId}
      onRowOpen={({ log_id }) => setOpenId(log_id)}
      side={
        open && (
          <LogPanel
            key={open.log_id}
            kind={view.kind}
            line={open}
            words={lineWords}
            onOnly={filter}
            onClose={() => setOpenId(null)}
          />
        )
      }
      filters={<LogFilters view={view} change={filter} range={range} setRange={setRange} />}
      chips={chips}
      above={
        exportFailed && (
          <p className="log-wrong" role="alert">
            {exportFailed}
          </p>
        )
      }
      empty={
        chips.length > 0 ? (
          <EmptyElement
            icon="log"
            title={t.noMatch}
            explanation={t.noMatchWhy}
            action={<Button onPress={() => filter(UNFILTERED)}>{t.clearFilters}</Button>}
          />
        ) : (
          <EmptyElement icon="log" title={t.none} explanation={t[`noneWhy_${view.kind}`]} />
        )
      }
    />
  )
  return (
    <div className="log-list">
      <StaleNote called={{ ...called, last: data }} />
      {!shown && !failure && <LoadingState />}
      <ListPage
        title={t.title}
        count={data ? t.counted({ count: data.total }) : undefined}
        actions={
          <>
            <Button icon="refresh" isPending={isLoading} onPress={reload}>
              {refresh}
            </Button>
            <ExportMenu asked={asked} onFailed={setExportFailed} />
          </>
        }
      >
        <Tabs<LogKind>
          label={t.kinds}
          selected={view.kind}
          onSelect={(chosen) => {
            setOpenId(null)
            setExportFailed(null)
            filter({ kind: chosen, action: '' })
          }}
          tabs={LOG_KINDS.map((id) => ({ id, label: t[`kind_${id}`], content: list }))}
        />
      </ListPage>
    </div>
  )
}
