import { type ReactNode, useMemo, useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { lazyPart, useConnection, useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { EmptyElement } from '../EmptyElement.tsx'
import { LoadingState } from '../LoadingState.tsx'
import { ServerList } from '../ServerList.tsx'
import { StaleNote } from '../StaleNote.tsx'
import { useAlarmEvents } from '../use-alarm-events.ts'
import { useBoundedRange } from '../use-bounded-range.ts'
import { useCall } from '../use-call.ts'
import { usePaging } from '../use-paging.ts'
import sheet from './alarm-history.css?sheet'
import { columnsOf } from './columns.tsx'
import { ExportMenu, useTooMany } from './ExportMenu.tsx'
import { HistoryChart } from './HistoryChart.tsx'
import { HistoryFilters, useHistoryChips } from './HistoryFilters.tsx'
import { text } from './text.ts'
import { type AlarmHistoryView, filterOf, isFiltered, sortOf, sortText, UNFILTERED } from './view.ts'

const AlarmPanel = lazyPart(() => import('./AlarmPanel.tsx').then((chunk) => chunk.default), null)

interface HistoryListProps {
  view: AlarmHistoryView
  change: (part: Partial<AlarmHistoryView>) => void
  /** The heading; none inside a tab, whose name says it already. */
  title?: string
  /** What these rows are, for those who do not see a heading. */
  label: string
  /** Those to choose from; null where all alarms are of one device. */
  groups: readonly DeviceGroup[] | null
  /** Above the chart. */
  note?: ReactNode
  onCurve: (alarm: Alarm) => void
  onDevice: ((alarm: Alarm) => void) | null
}

const MINUTE_MS = 60_000

/** Alarms of a time range: when they came, and each with all that is known of it. It follows new events by itself. */
export function HistoryList({ view, change, title, label, groups, note, onCurve, onDevice }: HistoryListProps) {
  useSheet(sheet)
  const { api, clock } = useConnection()
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(text)
  const own = usePaging()
  const filter = (part: Partial<AlarmHistoryView>) => change({ page: null, ...part })
  const { range, setRange, bounds } = useBoundedRange(view, filter)
  const [now, setNow] = useState(() => nextMinute(clock.now()))
  const asked = filterOf(view)
  const called = useCall(api.alarm.history, {
    ...{ ...asked, ...bounds, page: view.page ?? 1, page_size: own.page_size },
    ...(sortOf(view.sort) && { sort: view.sort }),
  })
  useAlarmEvents(view.sn || null, () => {
    setNow(nextMinute(clock.now()))
    called.reload()
  })
  const shown = called.data ?? called.last
  const total = shown?.total ?? 0
  const tooMany = useTooMany(total)
  const isOfOne = groups === null
  const columns = useMemo(() => columnsOf({ t, lang, format, now, isOfOne }), [t, lang, format, now, isOfOne])
  const deviceName = useDeviceName(isOfOne ? '' : view.sn)
  const [openId, setOpenId] = useState<string | null>(null)
  const open = called.data?.rows.find(({ alarm_id }) => alarm_id === openId)
  const clearRange = () => filter({ start: null, end: null })
  const chips = useHistoryChips({ view, change: filter, range, groups, deviceName, clearRange })
  const Empty = isOfOne ? EmptyState : EmptyElement

  return (
    <div className="alarm-history">
      <StaleNote called={{ ...called, last: called.data }} />
      {!isOfOne && !shown && !called.failure && <LoadingState />}
      <ServerList<Alarm>
        {...(title && { title })}
        label={label}
        count={title && called.data ? t.allBars({ count: called.data.total }) : undefined}
        actions={<ExportMenu asked={{ ...asked, ...bounds }} isDisabled={total === 0 || tooMany !== null} />}
        filters={
          <HistoryFilters
            view={view}
            change={filter}
            range={range}
            setRange={setRange}
            groups={groups}
            deviceName={deviceName}
          />
        }
        chips={chips}
        above={
          <>
            {note}
            {tooMany && (
              <p className="alarm-history-quiet" role="status">
                {tooMany}
              </p>
            )}
            <HistoryChart
              filter={asked}
              start={bounds.start}
              end={bounds.end ?? Math.max(now, bounds.start + MINUTE_MS)}
              onNarrow={(start, end) => filter({ start, end })}
            />
          </>
        }
        // What was read stays beside the note that it could not be read anew.
        called={{ ...called, failure: called.data ? null : called.failure }}
        paging={{
          ...own,
          page: view.page ?? 1,
          restart: () => change({ page: null }),
          turn(next, page_size) {
            own.turn(1, page_size)
            change({ page: next })
          },
        }}
        columns={columns}
        rowId={({ alarm_id }) => alarm_id}
        sort={sortOf(view.sort)}
        onSortChange={(next) => filter({ sort: sortText(next) })}
        openId={openId}
        onRowOpen={({ alarm_id }) => setOpenId(alarm_id)}
        side={
          open && (
            <AlarmPanel
              key={open.alarm_id}
              alarm={open}
              onClose={() => setOpenId(null)}
              onChanged={called.reload}
              onCurve={onCurve}
              onDevice={onDevice}
            />
          )
        }
        empty={
          isFiltered(isOfOne ? { ...view, sn: '' } : view) ? (
            <Empty
              icon="bell"
              title={t.noMatch}
              explanation={t.noMatchWhy}
              action={
                <Button onPress={() => change({ ...UNFILTERED, ...(isOfOne && { sn: view.sn }) })}>
                  {t.clearFilters}
                </Button>
              }
            />
          ) : (
            <Empty icon="bell" title={t.none} explanation={t.noneWhy} />
          )
        }
      />
    </div>
  )
}

/** Whole minutes, so that a chart is not asked for anew each time that it is drawn. */
const nextMinute = (time: number) => Math.ceil((time + 1) / MINUTE_MS) * MINUTE_MS

/** What people call it; its SN until that is known. */
function useDeviceName(sn: string): string {
  const { api } = useConnection()
  return useCall(api.device.detail, sn ? { sn_code: sn } : null).data?.dev_alias ?? sn
}
