import { useState } from 'react'
import type { DeviceGroup } from '../../../core/contract/device.ts'
import { words } from '../../../core/text/words.ts'
import { lazyPart, useFormat, useText } from '../../define/index.ts'
import { Button, IconButton } from '../../kit/Button.tsx'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import { Popover } from '../../kit/Popover.tsx'
import { MultiSelect } from '../../kit/Select.tsx'
import type { TimeRange } from '../../kit/time-range.ts'
import { DevicePicker } from '../device-choice/DevicePicker.tsx'
import type { FilterChip } from '../FilterChips.tsx'
import { GroupFilter } from '../group-filter/GroupFilter.tsx'
import { useLastedText } from './lasted-text.ts'
import { text } from './text.ts'
import { type AlarmHistoryView, LEVEL_IDS, type LevelId, levelsOf, TYPES, type TypeName, typesOf } from './view.ts'

const LastedChoice = lazyPart(() => import('./LastedChoice.tsx').then((chunk) => chunk.LastedChoice), null)

interface HistoryFilterProps {
  view: AlarmHistoryView
  change: (part: Partial<AlarmHistoryView>) => void
  range: TimeRange
  setRange: (range: TimeRange) => void
  /** Null where all alarms are of one device. */
  groups: readonly DeviceGroup[] | null
  /** Of the chosen device. */
  deviceName: string
}

/** Where there is no room, the search stands alone and a button opens these. */
export function HistoryFilters({ isNarrow, ...filters }: HistoryFilterProps & { isNarrow: boolean }) {
  const t = useText(text)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {isNarrow && <IconButton icon="filter" label={t.filters} isPressed={isOpen} onPress={() => setOpen(!isOpen)} />}
      {(isOpen || !isNarrow) && <OtherFilters {...filters} />}
    </>
  )
}

function OtherFilters({ view, change, range, setRange, groups, deviceName }: HistoryFilterProps) {
  const t = useText(text)
  const word = useText(words)
  const lastedText = useLastedText()
  return (
    <>
      <MultiSelect<LevelId>
        label={t.level}
        isLabelHidden
        placeholder={t.allLevels}
        options={LEVEL_IDS.map((id) => ({ id, label: word[`alarm_${id}`] }))}
        value={levelsOf(view.level)}
        onChange={(ids) => change({ level: ids.join(',') })}
      />
      <MultiSelect<TypeName>
        label={t.type}
        isLabelHidden
        placeholder={t.allTypes}
        options={TYPES.map((id) => ({ id, label: t[id] }))}
        value={typesOf(view.type)}
        onChange={(ids) => change({ type: ids.join(',') })}
      />
      {groups && (
        <>
          {groups.length > 1 && (
            <GroupFilter label={t.group} groups={groups} value={view.group} onChange={(group) => change({ group })} />
          )}
          <DevicePicker sn={view.sn} name={deviceName} onChoose={(sn) => change({ sn })} />
        </>
      )}
      <Popover
        label={t.lasted}
        trigger={<Button icon="clock">{view.lasted ? lastedText(view.lasted) || t.anyLong : t.anyLong}</Button>}
      >
        {(close) => (
          <LastedChoice
            lasted={view.lasted}
            onApply={(lasted) => {
              change({ lasted })
              close()
            }}
          />
        )}
      </Popover>
      <DateTimeRange value={range} onChange={setRange} />
    </>
  )
}

interface ChipsOf extends Omit<HistoryFilterProps, 'setRange'> {
  clearRange: () => void
}

/** The filters in force as chips; the last 30 days are no filter. */
export function useHistoryChips({ view, change, range, groups, deviceName, clearRange }: ChipsOf): FilterChip[] {
  const t = useText(text)
  const word = useText(words)
  const format = useFormat()
  const lastedText = useLastedText()
  const { sn, group, start, end } = view
  const [levels, types, span] = [levelsOf(view.level), typesOf(view.type), lastedText(view.lasted)]
  const minute = (time: number) => format.dateTime(time).slice(0, -3)
  const chip = (id: string, label: string, onRemove: () => void): FilterChip => ({ id, label, onRemove })
  const name = groups?.find(({ group_id }) => group_id === group)?.group_name
  return [
    ...(groups && sn ? [chip('device', t.deviceChip({ name: deviceName }), () => change({ sn: '' }))] : []),
    ...(groups && group !== null
      ? [chip('group', t.groupChip({ name: name ?? group }), () => change({ group: null }))]
      : []),
    ...levels.map((level) =>
      chip(level, t.levelChip({ name: word[`alarm_${level}`] }), () =>
        change({ level: levels.filter((one) => one !== level).join(',') }),
      ),
    ),
    ...types.map((type) =>
      chip(type, t.typeChip({ name: t[type] }), () => change({ type: types.filter((one) => one !== type).join(',') })),
    ),
    ...(span ? [chip('lasted', t.lastedChip({ span }), () => change({ lasted: '' }))] : []),
    ...(start === null && end === null
      ? []
      : [
          chip(
            'range',
            end === null
              ? t.fromChip({ from: minute(range.from) })
              : t.rangeChip({ from: minute(range.from), to: minute(end) }),
            clearRange,
          ),
        ]),
  ]
}
