import { deviceGroups } from '../../../core/stores/collections/devices.ts'
import { useText } from '../../define/index.ts'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import { NumberField } from '../../kit/NumberField.tsx'
import { Select } from '../../kit/Select.tsx'
import { DevicePicker } from '../../parts/device-choice/DevicePicker.tsx'
import { useDeviceName } from '../../parts/device-choice/use-device-name.ts'
import { GroupFilter } from '../../parts/group-filter/GroupFilter.tsx'
import { useCollection } from '../../parts/use-collection.ts'
import { text } from './text.ts'
import type { KpiWindow } from './use-window.ts'
import { type AlarmKpiView, type Bucket, bucketsOf, LONGEST_MS, PRESETS, positionsOf, RANGES } from './view.ts'

interface KpiFiltersProps {
  view: AlarmKpiView
  change: (part: Partial<AlarmKpiView>) => void
  window: KpiWindow
  bucket: Bucket
}

/** The time range, whose alarms, how many operators share them, and how they are summed up. */
export function KpiFilters({ view, change, window, bucket }: KpiFiltersProps) {
  const t = useText(text)
  const { data: groups } = useCollection(deviceGroups)
  const deviceName = useDeviceName(view.sn)
  return (
    <div className="kpi-filters">
      <DateTimeRange
        value={window.range}
        presets={RANGES.map((range) => PRESETS[range])}
        longestMs={LONGEST_MS}
        onChange={({ from, to, preset }) => {
          const range = RANGES.find((one) => PRESETS[one] === preset)
          change(range ? { range, start: null, end: null } : { range: '', start: from, end: to })
        }}
      />
      {groups && groups.length > 1 && (
        <GroupFilter label={t.group} groups={groups} value={view.group} onChange={(group) => change({ group })} />
      )}
      <DevicePicker sn={view.sn} name={deviceName} onChoose={(sn) => change({ sn })} />
      <Select<Bucket>
        label={t.bucket}
        isLabelHidden
        options={bucketsOf(window.span).map((id) => ({ id, label: t[`by_${id}`] }))}
        value={bucket}
        onChange={(id) => change({ bucket: id })}
      />
      <NumberField
        label={t.positions}
        isLabelHidden
        unit={positionsOf(view.positions) === 1 ? t.operator : t.operators}
        min={1}
        max={100}
        step={1}
        decimals={0}
        value={positionsOf(view.positions)}
        onChange={(positions) => change({ positions: positionsOf(positions ?? 1) })}
      />
    </div>
  )
}
