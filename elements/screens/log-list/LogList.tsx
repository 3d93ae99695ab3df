import { useMemo, useState } from 'react'
import { LOG_KINDS, type LogKind } from '../../../core/contract/log.ts'
import { SN_PATTERN } from '../../../core/contract/telemetry.ts'
import { logActionWords, logColumnWords } from '../../../core/text/log/log-words.ts'
import { words } from '../../../core/text/words.ts'
import { type ElementProps, useConnection, useFormat, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { Tabs } from '../../kit/Tabs.tsx'
import { ListPage } from '../../parts/ListPage.tsx'
import { ExportMenu } from '../../parts/list/ExportMenu.tsx'
import { ListScreen } from '../../parts/list/ListScreen.tsx'
import { useList } from '../../parts/list/use-list.ts'
import { boundsOf, useBoundedRange } from '../../parts/use-bounded-range.ts'
import { useView } from '../../parts/use-view.ts'
import type { api, LogView } from './api.ts'
import { columnsOf, type LogWords } from './columns.tsx'
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
  const actions = actionsOf(view)
  const wanted = view.search.trim().slice(0, 64)
  const query = {
    kind: view.kind,
    ...bounds,
    ...(wanted && { search: wanted }),
    ...(actions.length > 0 && { action: actions }),
    ...(SN.test(view.sn) && { sn_code: view.sn }),
    ...(view.user && { user_name: view.user.slice(0, 64) }),
  }
  const answered = useList(api.log.list, query, { rowId: ({ log_id }) => log_id, view, change })
  const { called, reload } = answered
  const { data } = called
  // What another log answered does not fit these columns.
  const [shownKind, setShownKind] = useState(view.kind)
  if (data && shownKind !== view.kind) setShownKind(view.kind)
  const list = shownKind === view.kind ? answered : { ...answered, shown: null, rows: [], total: 0 }
  const lineWords = useMemo<LogWords>(
    () => ({ column, action: actionWord, time, byItself: t.byItself }),
    [column, actionWord, time, t],
  )
  const columns = useMemo(() => columnsOf(view.kind, lineWords, format), [view.kind, lineWords, format])
  const chips = useLogChips(view, filter, range)
  const [openId, setOpenId] = useState<string | null>(null)
  const open = data?.rows.find(({ log_id }) => log_id === openId)

  const content = () => (
    <ListScreen
      list={list}
      words={{ empty: t.none, emptyWhy: t[`noneWhy_${view.kind}`] }}
      icon="log"
      label={t[`kind_${view.kind}`]}
      columns={columns}
      isAlwaysFiltered
      search={{ label: t.search, value: view.search, onChange: (search) => filter({ search }) }}
      filters={<LogFilters view={view} change={filter} range={range} setRange={setRange} />}
      chips={chips}
      onClear={() => filter(UNFILTERED)}
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
    />
  )
  return (
    <div className="log-list">
      <ListPage
        title={t.title}
        count={data ? t.counted({ count: data.total }) : undefined}
        actions={
          <>
            <Button icon="refresh" isPending={called.isLoading} onPress={reload}>
              {refresh}
            </Button>
            <ExportMenu
              // The other log's file is another one, and so is why there was none.
              key={view.kind}
              save={(file) => api.log.export({ ...query, ...file })}
              total={data?.total ?? 0}
            />
          </>
        }
      >
        <Tabs<LogKind>
          label={t.kinds}
          selected={view.kind}
          onSelect={(chosen) => {
            setOpenId(null)
            filter({ kind: chosen, action: '' })
          }}
          tabs={LOG_KINDS.map((id) => ({ id, label: t[`kind_${id}`], content }))}
        />
      </ListPage>
    </div>
  )
}
