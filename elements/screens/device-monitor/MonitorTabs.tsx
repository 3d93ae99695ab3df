import { useState } from 'react'
import { lazyPart, useElementTitle, useText } from '../../define/index.ts'
import { Icon } from '../../kit/Icon.tsx'
import { type TabItem, Tabs } from '../../kit/Tabs.tsx'
import type { AlarmHistoryView } from '../../parts/alarm-history/view.ts'
import { useDeviceMarks } from '../../parts/alarm-marks/use-point-alarms.ts'
import { useMayReadRules } from '../../parts/alarm-rules/use-may-read-rules.ts'
import { useMonitor } from './monitor-context.ts'
import type { MonitorProps } from './monitor-props.ts'
import { TABS, type TabId, tabOf } from './tabs.ts'
import { text } from './text.ts'
import { useSharedRange } from './use-shared-range.ts'
import { ValuesTab } from './values/ValuesTab.tsx'

const HistoryTab = lazyPart(() => import('./history/HistoryTab.tsx').then((chunk) => chunk.HistoryTab))
const CurveTab = lazyPart(() => import('./curve/CurveTab.tsx').then((chunk) => chunk.default))
const AlarmsTab = lazyPart(() => import('./alarms/AlarmsTab.tsx').then((chunk) => chunk.AlarmsTab))
const RulesTab = lazyPart(() => import('./rules/RulesTab.tsx').then((chunk) => chunk.RulesTab))
const OperationsTab = lazyPart(() => import('./operations/OperationsTab.tsx').then((chunk) => chunk.OperationsTab))
const LogTab = lazyPart(() => import('./log/LogTab.tsx').then((chunk) => chunk.LogTab))
const TrackTab = lazyPart(() => import('../../parts/track/TrackTab.tsx').then((chunk) => chunk.default))

const POSITION = ['lat', 'lng']

const OF_THE_PAST: readonly TabId[] = ['history', 'curve', 'alarms']

type MonitorTabsProps = Pick<
  MonitorProps,
  'tab' | 'moment' | 'alarm' | 'rule' | 'range' | 'start' | 'end' | 'table' | 'earlier' | 'compare' | 'onNavigate'
>

/** The tabs, and what is open in one of them. */
export function MonitorTabs({
  tab,
  moment,
  alarm,
  rule,
  table,
  earlier,
  compare,
  onNavigate,
  ...named
}: MonitorTabsProps) {
  const t = useText(text)
  const { device, points, show, guard } = useMonitor()
  const mayReadRules = useMayReadRules()
  // As lists of devices count them; the device's own number is there first, without those that recovered.
  const marks = useDeviceMarks(device.sn_code, device.has_alarms)
  const open = marks ? (marks[0]?.open ?? 0) : device.open_alarms
  const hasPosition = POSITION.every((key) => device.points.some((point) => point.key === key))
  const shown = TABS.filter((id) => (id !== 'rules' || mayReadRules) && (id !== 'track' || hasPosition))
  const keys = points.length < device.points.length ? points.map(({ key }) => key) : null
  const [list, setList] = useState<Partial<AlarmHistoryView>>({})
  const selected = tabOf(tab, shown)
  useElementTitle(`${device.dev_alias} · ${t[selected]}`)
  const onAlarm = (next: string) => show({ tab: selected, alarm: next })
  const { shared, problem } = useSharedRange(
    { range: named.range ?? '', start: named.start ?? null, end: named.end ?? null, moment },
    (view) => show({ tab: selected, ...view }),
  )
  const content: Record<TabId, TabItem['content']> = {
    values: () => <ValuesTab />,
    history: () => <HistoryTab shared={shared} table={table} />,
    // Another time begins another curve.
    curve: () => (
      <CurveTab
        key={moment}
        device={device}
        keys={keys}
        moment={moment}
        shared={shared}
        earlier={earlier}
        compare={compare}
        onCompare={(comparison) => show({ tab: 'curve', ...comparison })}
        alarm={alarm}
        onAlarm={onAlarm}
      />
    ),
    alarms: () => <AlarmsTab alarm={alarm} onAlarm={onAlarm} shared={shared} list={list} onList={setList} />,
    rules: () => <RulesTab rule={rule} onRule={(next) => show({ tab: 'rules', rule: next })} onNavigate={onNavigate} />,
    operations: () => <OperationsTab />,
    log: () => <LogTab />,
    track: () => <TrackTab device={device} />,
  }
  const tabs = (
    <Tabs
      label={t.tabs}
      tabs={shown.map((id) => ({
        id,
        label: t[id],
        content: content[id],
        ...(id === 'alarms' && open > 0 && { count: open }),
      }))}
      selected={selected}
      onSelect={(id) =>
        guard.leave(() => {
          shared.moveOn()
          show({ tab: id, ...(rule !== '' && { rule: '' }) })
        })
      }
    />
  )
  return (
    <>
      {problem && OF_THE_PAST.includes(selected) && (
        <p className="monitor-wrong-range" role="alert">
          <Icon name="warning" /> {t.wrongRange({ why: t[problem] })}
        </p>
      )}
      {tabs}
    </>
  )
}
