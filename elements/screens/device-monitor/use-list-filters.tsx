import { type ReactNode, useState } from 'react'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import { MultiSelect, type Option } from '../../kit/Select.tsx'
import type { RangePreset } from '../../kit/time-range.ts'
import type { FilterChip } from '../../parts/FilterChips.tsx'
import { useListRange } from './use-list-range.ts'

interface Kinds<Id extends string> {
  label: string
  /** What is said while none is chosen. */
  placeholder: string
  options: readonly Option<Id>[]
  /** What the chip of one says. */
  chip: (name: string) => string
}

interface ListFilters<Id extends string> {
  chosen: readonly Id[]
  bounds: ReturnType<typeof useListRange>['bounds']
  /** Which page is shown. */
  view: { page: number | null }
  change: (view: { page: number | null }) => void
  filters: ReactNode
  chips: FilterChip[]
}

/** A list of this device narrowed by kinds and by time; it begins at its first page again when either changes. */
export function useListFilters<Id extends string>(
  first: RangePreset,
  { label, placeholder, options, chip }: Kinds<Id>,
): ListFilters<Id> {
  const [view, setView] = useState<{ page: number | null }>({ page: null })
  const { range, setRange, bounds } = useListRange(first)
  const [chosen, setChosen] = useState<readonly Id[]>([])
  const choose = (next: readonly Id[]) => {
    setChosen(next)
    setView({ page: null })
  }
  return {
    chosen,
    bounds,
    view,
    change: setView,
    filters: (
      <>
        <MultiSelect
          label={label}
          isLabelHidden
          placeholder={placeholder}
          options={options}
          value={chosen}
          onChange={choose}
        />
        <DateTimeRange
          value={range}
          onChange={(next) => {
            setRange(next)
            setView({ page: null })
          }}
        />
      </>
    ),
    chips: options
      .filter(({ id }) => chosen.includes(id))
      .map((option) => ({
        id: option.id,
        label: chip(option.label),
        onRemove: () => choose(chosen.filter((id) => id !== option.id)),
      })),
  }
}
