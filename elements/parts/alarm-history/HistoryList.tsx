import { type ReactNode, useEffectEvent, useMemo, useState } from 'react'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { lazyPart, useConnection, useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { Button } from '../../kit/Button.tsx'
import { EmptyState } from '../../kit/EmptyState.tsx'
import { AlarmDialogs } from '../alarm-acts/AlarmDialogs.tsx'
import { isConfirmable, isShelvable } from '../alarm-acts/can-act.ts'
import { fetchDialogs } from '../alarm-acts/fetch-dialogs.ts'
import type { AlarmWays } from '../alarm-panel/ways.ts'
import { useDeviceName } from '../device-choice/use-device-name.ts'
import { EmptyElement } from '../EmptyElement.tsx'
import { LoadingState } from '../LoadingState.tsx'
import { ExportMenu } from '../list/ExportMenu.tsx'
import { ServerList } from '../ServerList.tsx'
import { StaleNote } from '../StaleNote.tsx'
import { useAlarmEvents } from '../use-alarm-events.ts'
import { useBoundedRange } from '../use-bounded-range.ts'
import { useCall } from '../use-call.ts'
import { useNarrow } from '../use-narrow.ts'
import { usePagingOf, useTurnBack } from '../use-paging.ts'
import sheet from './alarm-history.css?sheet'
import { columnsOf } from './columns.tsx'
import { HistoryChart } from './HistoryChart.tsx'
import { HistoryFilters, useHistoryChips } from './HistoryFilters.tsx'
import { text } from './text.ts'
import { useHistoryActs } from './use-history-acts.ts'
import { type AlarmHistoryView, filterOf, isFiltered, sortOf, sortText, UNFILTERED } from './view.ts'

const ChosenActs = lazyPart(() => fetchDialogs().then((chunk) => chunk.ChosenActs), null)
const AlarmPanel = lazyPart(() => import('../alarm-panel/AlarmPanel.tsx').then((chunk) => chunk.AlarmPanel), null)

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
  ways: Omit<AlarmWays, 'toOnlyDevice'>
}

const MINUTE_MS = 60_000
const NO_ROWS: readonly Alarm[] = []

/** Alarms of a time range: when they came, and each with all that is known of it. It follows new events by itself. */
export function HistoryList({ view, change, title, label, groups, note, ways }: HistoryListProps) {
  useSheet(sheet)
  const connection = useConnection()
  const { api, clock } = connection
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(text)
  const paging = usePagingOf(view.page, (next) => change({ page: next }))
  const filter = (part: Partial<AlarmHistoryView>) => change({ page: null, ...part })
  const { range, setRange, bounds } = useBoundedRange(view, filter)
  const [now, setNow] = useState(() => nextMinute(clock.now()))
  const asked = filterOf(view)
  const called = useCall(api.alarm.history, {
    ...asked,
    ...bounds,
    page: paging.page,
    page_size: paging.page_size,
    ...(sortOf(view.sort) && { sort: view.sort }),
  })
  useTurnBack(called, paging)
  useAlarmEvents(view.sn || null, () => {
    setNow(nextMinute(clock.now()))
    called.reload()
  })
  const shown = called.data ?? called.last
  const total = shown?.total ?? 0
  const isOfOne = groups === null
  const rows = shown?.rows ?? NO_ROWS
  const { mayAct, mayShelve, acts, chosen, selectedIds, select, clear } = useHistoryActs(rows, called.reload)
  const [area, isNarrow] = useNarrow()
  const confirm = useEffectEvent((alarm: Alarm) => void acts.confirm([alarm]))
  const isBeside = view.alarm !== '' && !isNarrow
  const columns = useMemo(
    () => columnsOf({ t, lang, format, isOfOne, isBeside, confirm: mayAct ? (alarm: Alarm) => confirm(alarm) : null }),
    [t, lang, format, isOfOne, isBeside, mayAct],
  )
  const deviceName = useDeviceName({ api }, isOfOne ? '' : view.sn)
  const clearRange = () => filter({ start: null, end: null })
  const chips = useHistoryChips({ view, change: filter, range, groups, deviceName, clearRange })
  const Empty = isOfOne ? EmptyState : EmptyElement

  return (
    <div ref={area} className="alarm-history">
      <StaleNote called={{ ...called, last: called.data }} />
      {!isOfOne && !shown && !called.failure && <LoadingState />}
      <ServerList<Alarm>
        {...(title && { title })}
        label={label}
        count={
          title && called.data && !(isNarrow && chosen.length > 0) ? t.allBars({ count: called.data.total }) : undefined
        }
        actions={
          chosen.length > 0 || acts.acting.running ? (
            <ChosenActs
              count={chosen.length}
              confirmable={chosen.filter(isConfirmable).length}
              shelvable={chosen.filter(isShelvable).length}
              running={acts.acting.running}
              mayShelve={mayShelve}
              isNarrow={isNarrow}
              onConfirm={() => void acts.confirm(chosen)}
              onConfirmNoted={() => acts.ask('note', chosen)}
              onShelve={() => acts.ask('shelve', chosen)}
              onClear={clear}
            />
          ) : (
            <ExportMenu save={(file) => api.alarm.exportHistory({ ...asked, ...bounds, ...file })} total={total} />
          )
        }
        filters={
          <HistoryFilters
            isNarrow={isNarrow}
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
        paging={paging}
        columns={columns}
        rowId={({ alarm_id }) => alarm_id}
        sort={sortOf(view.sort)}
        onSortChange={(next) => filter({ sort: sortText(next) })}
        openId={view.alarm}
        onRowOpen={({ alarm_id }) => change({ alarm: alarm_id })}
        {...(mayAct && { selectedIds, onSelectionChange: select })}
        side={
          view.alarm !== '' && (
            <AlarmPanel
              key={view.alarm}
              alarm_id={view.alarm}
              alarm={rows.find(({ alarm_id }) => alarm_id === view.alarm) ?? null}
              connection={connection}
              acts={acts}
              mayAct={mayAct}
              mayShelve={mayShelve}
              ways={{
                ...ways,
                toOnlyDevice: isOfOne || view.sn ? null : ({ sn_code }) => filter({ sn: sn_code }),
              }}
              onClose={() => change({ alarm: '' })}
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
      <AlarmDialogs acts={acts} />
    </div>
  )
}

/** Whole minutes, so that a chart is not asked for anew each time that it is drawn. */
const nextMinute = (time: number) => Math.ceil((time + 1) / MINUTE_MS) * MINUTE_MS
