import { useState } from 'react'
import { SHIFT_ENTRY_KINDS } from '../../../core/contract/shift-log.ts'
import { shiftLogWords } from '../../../core/text/shift-log-words.ts'
import { useFormat, useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import { Select } from '../../kit/Select.tsx'
import type { TimeRange } from '../../kit/time-range.ts'
import { DevicePicker } from '../../parts/device-choice/DevicePicker.tsx'
import type { FilterChip } from '../../parts/FilterChips.tsx'
import type { ShiftLogView } from './api.ts'
import { text } from './text.ts'

const ALL = 'all'

interface ShiftFiltersProps {
  view: ShiftLogView
  change: (part: Partial<ShiftLogView>) => void
  range: TimeRange
  setRange: (range: TimeRange) => void
  authors: readonly string[]
  /** Of the chosen device. */
  deviceName: string
  isNarrow: boolean
}

/** Where there is no room, the search stands alone and a button opens these. */
export function ShiftFilters({ view, change, range, setRange, authors, deviceName, isNarrow }: ShiftFiltersProps) {
  const t = useText(text)
  const w = useText(shiftLogWords)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {isNarrow && <IconButton icon="filter" label={t.filters} isPressed={isOpen} onPress={() => setOpen(!isOpen)} />}
      {(isOpen || !isNarrow) && (
        <>
          <Select
            label={w.kind}
            isLabelHidden
            options={[{ id: ALL, label: t.allKinds }, ...SHIFT_ENTRY_KINDS.map((id) => ({ id, label: w[id] }))]}
            value={view.kind || ALL}
            onChange={(id) => change({ kind: SHIFT_ENTRY_KINDS.find((kind) => kind === id) ?? '' })}
          />
          <Select
            label={w.author}
            isLabelHidden
            options={[{ id: ALL, label: t.allAuthors }, ...authors.map((name) => ({ id: `=${name}`, label: name }))]}
            value={view.author ? `=${view.author}` : ALL}
            onChange={(id) => change({ author: id === ALL ? '' : id.slice(1) })}
            isSearchable={authors.length > 10}
          />
          <DevicePicker sn={view.sn} name={deviceName} onChoose={(sn) => change({ sn })} />
          <DateTimeRange value={range} onChange={setRange} />
        </>
      )}
    </>
  )
}

/** The filters in force as chips; the last 30 days are no filter. */
export function useShiftChips({
  view,
  change,
  range,
  deviceName,
}: Omit<ShiftFiltersProps, 'setRange' | 'authors' | 'isNarrow'>) {
  const t = useText(text)
  const w = useText(shiftLogWords)
  const format = useFormat()
  const { kind, author, sn, start, end } = view
  const minute = (time: number) => format.dateTime(time).slice(0, -3)
  const from = minute(range.from)
  const chips: (FilterChip | false)[] = [
    kind !== '' && { id: 'kind', label: t.kindChip({ name: w[kind] }), onRemove: () => change({ kind: '' }) },
    author !== '' && {
      id: 'author',
      label: t.authorChip({ name: author }),
      onRemove: () => change({ author: '' }),
    },
    sn !== '' && { id: 'device', label: t.deviceChip({ name: deviceName }), onRemove: () => change({ sn: '' }) },
    (start !== null || end !== null) && {
      id: 'range',
      label: end === null ? t.fromChip({ from }) : t.rangeChip({ from, to: minute(end) }),
      onRemove: () => change({ start: null, end: null }),
    },
  ]
  return chips.filter((chip) => chip !== false)
}
