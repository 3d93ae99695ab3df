import { useState } from 'react'
import { alarmMarks } from '../../../core/stores/collections/states.ts'
import { lazyPart, useText } from '../../define/index.ts'
import { type TabItem, Tabs } from '../../kit/Tabs.tsx'
import type { AlarmHistoryView } from '../../parts/alarm-history/view.ts'
import { useMayReadRules } from '../../parts/alarm-rules/use-may-read-rules.ts'
import { useCollection } from '../../parts/use-collection.ts'
import { useMonitor } from './monitor-context.ts'
import type { MonitorProps } from './monitor-props.ts'
import { TABS, type TabId, tabOf } from './tabs.ts'
import { text } from './text.ts'
import { ValuesTab } from './values/ValuesTab.tsx'

const HistoryTab = lazyPart(() => import('./history/HistoryTab.tsx').then((chunk) => chunk.HistoryTab))
const CurveTab = lazyPart(() => import('./curve/CurveTab.tsx').then((chunk) => chunk.default))
const AlarmsTab = lazyPart(() => import('./alarms/AlarmsTab.tsx').then((chunk) => chunk.AlarmsTab))
const RulesTab = lazyPart(() => import('./rules/RulesTab.tsx').then((chunk) => chunk.RulesTab))
const OperationsTab = lazyPart(() => import('./operations/OperationsTab.tsx').then((chunk) => chunk.OperationsTab))
const LogTab = lazyPart(() => import('./log/LogTab.tsx').then((chunk) => chunk.LogTab))
const TrackTab = lazyPart(() => import('./track/TrackTab.tsx').then((chunk) => chunk.default))

const POSITION = ['lat', 'lng']

type MonitorTabsProps = Pick<MonitorProps, 'tab' | 'moment' | 'alarm' | 'rule' | 'onNavigate'>

/** The tabs, and what is open in one of them. */
export function MonitorTabs({ tab, moment, alarm, rule, onNavigate }: MonitorTabsProps) {
  const t = useText(text)
  const { device, points, show, guard } = useMonitor()
  const mayReadRules = useMayReadRules()
  // As lists of devices count them; the device's own number is there first, without those that recovered.
  const marks = useCollection(alarmMarks, { sn_code: device.sn_code }).data
  const open = marks ? (marks[0]?.open ?? 0) : device.open_alarms
  const hasPosition = POSITION.every((key) => device.points.some((point) => point.key === key))
  const shown = TABS.filter((id) => (id !== 'rules' || mayReadRules) && (id !== 'track' || hasPosition))
  const keys = points.length < device.points.length ? points.map(({ key }) => key) : null
  const [list, setList] = useState<Partial<AlarmHistoryView>>({})
  const onAlarm = (next: string) => show({ tab: tabOf(tab, shown), alarm: next })
  const content: Record<TabId, TabItem['content']> = {
    values: () => <ValuesTab />,
    history: () => <HistoryTab />,
    // Another time begins another curve.
    curve: () => <CurveTab key={moment} device={device} keys={keys} moment={moment} alarm={alarm} onAlarm={onAlarm} />,
    alarms: () => <AlarmsTab alarm={alarm} onAlarm={onAlarm} list={list} onList={setList} />,
    rules: () => <RulesTab rule={rule} onRule={(next) => show({ tab: 'rules', rule: next })} onNavigate={onNavigate} />,
    operations: () => <OperationsTab />,
    log: () => <LogTab />,
    track: () => <TrackTab device={device} />,
  }
  return (
    <Tabs
      label={t.tabs}
      tabs={shown.map((id) => ({
        id,
        label: t[id],
        content: content[id],
        ...(id === 'alarms' && open > 0 && { count: open }),
      }))}
      selected={tabOf(tab, shown)}
      onSelect={(id) => guard.leave(() => show({ tab: id, ...(rule !== '' && { rule: '' }) }))}
    />
  )
}
