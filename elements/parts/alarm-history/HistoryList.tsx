import { type ReactNode, useEffectEvent, useMemo, useState } from 'react'
import { MINUTE_MS } from '../../../core/catalogue/durations.ts'
import type { Alarm } from '../../../core/contract/alarm.ts'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { sharedNames } from '../../../core/text/device-words.ts'
import { lazyPart, useConnection, useElement, useFormat, useSheet, useText } from '../../define/index.ts'
import { reachesNow, type TimeRange } from '../../kit/time-range.ts'
import { AlarmDialogs } from '../alarm-acts/AlarmDialogs.tsx'
import { isConfirmable, isShelvable } from '../alarm-acts/can-act.ts'
import { fetchDialogs } from '../alarm-acts/fetch-dialogs.ts'
import { mayDoAny } from '../alarm-acts/use-may-act.ts'
import type { AlarmActions } from '../alarm-panel/console-actions.ts'
import { useDeviceName } from '../device-choice/use-device-name.ts'
import { ExportMenu } from '../list/ExportMenu.tsx'
import { ListScreen } from '../list/ListScreen.tsx'
import { useList } from '../list/use-list.ts'
import { useAlarmEvents } from '../use-alarm-events.ts'
import { useBoundedRange } from '../use-bounded-range.ts'
import { useNarrow } from '../use-narrow.ts'
import sheet from './alarm-history.css?sheet'
import { columnsOf } from './columns.tsx'
import { HistoryChart } from './HistoryChart.tsx'
import { HistoryFilters, useHistoryChips } from './HistoryFilters.tsx'
import { text } from './text.ts'
import { useHistoryActs } from './use-history-acts.ts'
import { type AlarmHistoryView, filterOf, isSortable, UNFILTERED } from './view.ts'

const ChosenActs = lazyPart(() => fetchDialogs().then((chunk) => chunk.ChosenActs), null)
const AlarmPanel = lazyPart(() => import('../alarm-panel/AlarmPanel.tsx').then((chunk) => chunk.AlarmPanel), null)

interface Time {
  range: TimeRange
  setRange: (range: TimeRange) => void
}

interface HistoryListProps {
  view: AlarmHistoryView
  change: (part: Partial<AlarmHistoryView>) => void
  /** The heading; none inside a tab, whose name says it already. */
  title?: string
  /** What these rows are, for those who do not see a heading. */
  label: string
  /** Those to choose from; null where all alarms are of one device. */
  groups: readonly DeviceGroup[] | null
  /** The time range where the page around the list has one; else the list has its own, in its view. */
  time?: Time
  /** Above the chart. */
  note?: ReactNode
  actions: Omit<AlarmActions, 'toOnlyDevice'>
}

/** Alarms of a time range: when they came, and each with all that is known of it. It follows new events by itself. */
export function HistoryList({ view, change, title, label, groups, time, note, actions }: HistoryListProps) {
  useSheet(sheet)
  const connection = useConnection()
  const { api, clock } = connection
  const { lang } = useElement()
  const format = useFormat()
  const t = useText(text)
  const filter = (part: Partial<AlarmHistoryView>) => change({ page: null, ...part })
  const own = useBoundedRange(view, filter)
  const { range, setRange, bounds } = time ? fromOutside(time, () => change({ page: null })) : own
  const [now, setNow] = useState(() => nextMinute(clock.now()))
  const query = filterOf(view)
  const list = useList(
    api.alarm.history,
    { ...query, ...bounds },
    {
      rowId: ({ alarm_id }) => alarm_id,
      view: { page: view.page, sort: isSortable(view.sort) ? view.sort : '' },
      change,
    },
  )
  useAlarmEvents(view.sn || null, () => {
    setNow(nextMinute(clock.now()))
    list.reload()
  })
  const isOfOne = groups === null
  const { called, rows, total } = list
  const { may, acts, chosen, select, clear } = useHistoryActs(rows, list.reload)
  const [area, isNarrow] = useNarrow()
  const confirm = useEffectEvent((alarm: Alarm) => void acts.confirm([alarm]))
  const isBeside = view.alarm !== '' && !isNarrow
  const columns = useMemo(() => {
    const confirming = may.confirm ? (alarm: Alarm) => confirm(alarm) : null
    return columnsOf({ t, lang, format, isOfOne, isBeside, shared: sharedNames(rows), confirm: confirming })
  }, [t, lang, format, isOfOne, isBeside, rows, may])
  const deviceName = useDeviceName(isOfOne ? '' : view.sn)
  const clearRange = () => filter({ start: null, end: null })
  const chips = useHistoryChips({ view, change: filter, range, groups, deviceName, clearRange })

  return (
    <div ref={area} className="alarm-history">
      <ListScreen
        // What is done with alarms takes them from those that are selected.
        list={{ ...list, chosen, select }}
        words={{ ...(title && { title }), empty: t.none, emptyWhy: t.noneWhy }}
        icon="bell"
        label={label}
        columns={columns}
        isPart={isOfOne}
        isAlwaysFiltered
        {...(!isOfOne && { saved: { view: { ...view, alarm: '' }, change } })}
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
              may={may}
              isNarrow={isNarrow}
              onConfirm={() => void acts.confirm(chosen)}
              onConfirmNoted={() => acts.ask('note', chosen)}
              onShelve={() => acts.ask('shelve', chosen)}
              onClear={clear}
            />
          ) : (
            <ExportMenu save={(file) => api.alarm.exportHistory({ ...query, ...bounds, ...file })} total={total} />
          )
        }
        search={{
          label: isOfOne ? t.searchOne : t.search,
          value: view.search,
          onChange: (search) => filter({ search }),
        }}
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
        onClear={() => change({ ...UNFILTERED, ...(isOfOne && { sn: view.sn }) })}
        above={
          <>
            {note}
            <HistoryChart
              filter={query}
              start={bounds.start}
              end={bounds.end ?? Math.max(now, bounds.start + MINUTE_MS)}
              onNarrow={(from, to) => setRange({ from, to })}
            />
          </>
        }
        openId={view.alarm}
        onRowOpen={({ alarm_id }) => change({ alarm: alarm_id })}
        bulk={mayDoAny(may)}
        side={
          view.alarm !== '' && (
            <AlarmPanel
              key={view.alarm}
              alarm_id={view.alarm}
              alarm={rows.find(({ alarm_id }) => alarm_id === view.alarm) ?? null}
              connection={connection}
              acts={acts}
              may={may}
              actions={{
                ...actions,
                toOnlyDevice: isOfOne || view.sn ? null : ({ sn_code }) => filter({ sn: sn_code }),
              }}
              onClose={() => change({ alarm: '' })}
            />
          )
        }
      />
      <AlarmDialogs acts={acts} may={may} />
    </div>
  )
}

/** What a range means for a call; the list begins at its first page again when another is chosen. */
const fromOutside = ({ range, setRange }: Time, begin: () => void) => ({
  range,
  bounds: { start: range.from, ...(!reachesNow(range.preset) && { end: range.to }) },
  setRange: (next: TimeRange) => {
    setRange(next)
    begin()
  },
})

/** Whole minutes, so that a chart is not requested anew each time that it is drawn. */
const nextMinute = (time: number) => Math.ceil((time + 1) / MINUTE_MS) * MINUTE_MS
