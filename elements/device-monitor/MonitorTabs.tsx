import { lazyPart, useElement, useText } from '../define/index.ts'
import { EmptyState } from '../kit/EmptyState.tsx'
import { type TabItem, Tabs } from '../kit/Tabs.tsx'
import { useMonitor } from './monitor-context.ts'
import { TABS, type TabId, tabOf } from './tabs.ts'
import { text } from './text.ts'
import { ValuesTab } from './values/ValuesTab.tsx'

const HistoryTab = lazyPart(() => import('./history/HistoryTab.tsx').then((chunk) => chunk.HistoryTab))
const CurveTab = lazyPart(() => import('./curve/CurveTab.tsx').then((chunk) => chunk.default))
const AlarmsTab = lazyPart(() => import('./alarms/AlarmsTab.tsx').then((chunk) => chunk.AlarmsTab))
const OperationsTab = lazyPart(() => import('./operations/OperationsTab.tsx').then((chunk) => chunk.OperationsTab))
const LogTab = lazyPart(() => import('./log/LogTab.tsx').then((chunk) => chunk.LogTab))
const TrackTab = lazyPart(() => import('./track/TrackTab.tsx').then((chunk) => chunk.default))

const POSITION = ['lat', 'lng']

/** The tabs; what the user chooses lands in the attribute `tab`, so that the page can read and restore it. */
export function MonitorTabs({ tab, onChoose }: { tab: string; onChoose: (tab: TabId) => void }) {
  const { host } = useElement()
  const t = useText(text)
  const { device, points, moment } = useMonitor()
  const hasPosition = POSITION.every((key) => device.points.some((point) => point.key === key))
  const keys = points.length < device.points.length ? points.map(({ key }) => key) : undefined
  const content: Record<TabId, TabItem['content']> = {
    values: () => <ValuesTab />,
    history: () => <HistoryTab />,
    curve: () => <CurveTab device={device} {...(keys && { keys })} moment={moment} />,
    alarms: () => <AlarmsTab />,
    operations: () => <OperationsTab />,
    log: () => <LogTab />,
    track: () =>
      hasPosition ? (
        <TrackTab device={device} />
      ) : (
        <EmptyState icon="map-pin" title={t.noTrack} explanation={t.noTrackWhy} />
      ),
  }
  return (
    <Tabs
      label={t.tabs}
      tabs={TABS.map((id) => ({
        id,
        label: t[id],
        content: content[id],
        ...(id === 'alarms' && device.open_alarms > 0 && { count: device.open_alarms }),
      }))}
      selected={tabOf(tab)}
      onSelect={(id) => {
        host.setAttribute('tab', id)
        onChoose(id)
      }}
    />
  )
}
