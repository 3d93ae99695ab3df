import { type Ref, useState } from 'react'
import { ALARM_STATES } from '../../../core/contract/alarm.ts'
import { words } from '../../../core/text/words.ts'
import { useText } from '../../define/index.ts'
import { IconButton } from '../../kit/Button.tsx'
import { SearchField } from '../../kit/SearchField.tsx'
import { MultiSelect, Select } from '../../kit/Select.tsx'
import { alarmStates } from '../../parts/alarm-state.ts'
import type { FilterChip } from '../../parts/FilterChips.tsx'
import { useFeed } from '../feed-context.ts'
import { levelsOf, OPEN_STATES, statesOf } from '../rows/filter.ts'
import { text } from '../text.ts'

const LEVELS = ['5', '4', '3', '2', '1'] as const
const STATES = ALARM_STATES.filter((state) => state !== 'NORM')
const GROUPS = ['none', 'device', 'rule'] as const
const ORDERS = { '-alarm_time': 'byTime', '-alarm_level': 'byLevel', dev_alias: 'byDevice' } as const
type Order = keyof typeof ORDERS

const isOpenStates = (states: readonly string[]) =>
  states.length === OPEN_STATES.length && OPEN_STATES.every((state) => states.includes(state))

interface FeedFiltersProps {
  /** The order stands in the heads of a table. */
  hasOrder: boolean
  isNarrow: boolean
  ref: Ref<HTMLDivElement>
}

/** Search, level, state, groups and order; where there is little room, the search alone until more is wanted. */
export function FeedFilters({ hasOrder, isNarrow, ref }: FeedFiltersProps) {
  const t = useText(text)
  const { view, change } = useFeed()
  const [isOpen, setOpen] = useState(false)
  return (
    <div ref={ref} className="feed-filters">
      <SearchField label={t.search} value={view.search} onChange={(search) => change({ search })} />
      {isNarrow && (
        <IconButton icon="filter" label={t.moreFilters} isPressed={isOpen} onPress={() => setOpen(!isOpen)} />
      )}
      {(isOpen || !isNarrow) && <Choices hasOrder={hasOrder} />}
    </div>
  )
}

function Choices({ hasOrder }: { hasOrder: boolean }) {
  const t = useText(text)
  const word = useText(words)
  const state = useText(alarmStates)
  const { view, change } = useFeed()
  const chosenStates = statesOf(view.states)
  const groupNames = { none: t.ungrouped, device: t.groupedByDevice, rule: t.groupedByRule }
  return (
    <>
      <MultiSelect
        label={t.level}
        isLabelHidden
        placeholder={t.allLevels}
        options={LEVELS.map((id) => ({ id, label: word[`alarm_${id}`] }))}
        value={levelsOf(view.levels).map(String) as (typeof LEVELS)[number][]}
        onChange={(levels) => change({ levels: levels.join(',') })}
      />
      <MultiSelect
        label={word.state}
        isLabelHidden
        placeholder={t.allStates}
        options={STATES.map((id) => ({ id, label: state[id] }))}
        value={isOpenStates(chosenStates) ? [] : [...chosenStates]}
        onChange={(states) => change({ states: isOpenStates(states) ? '' : states.join(',') })}
      />
      <Select
        label={t.groupBy}
        isLabelHidden
        options={GROUPS.map((id) => ({ id, label: groupNames[id] }))}
        value={view.groupBy || 'none'}
        onChange={(groupBy) => change({ groupBy: groupBy === 'none' ? '' : groupBy })}
      />
      {hasOrder && (
        <Select<Order>
          label={t.sortBy}
          isLabelHidden
          placeholder={t.sortBy}
          options={(Object.keys(ORDERS) as Order[]).map((id) => ({ id, label: t[ORDERS[id]] }))}
          value={(view.sort || '-alarm_time') as Order}
          onChange={(sort) => change({ sort: sort === '-alarm_time' ? '' : sort })}
        />
      )}
    </>
  )
}

/** The filters in force as chips. */
export function useFeedChips(): FilterChip[] {
  const t = useText(text)
  const word = useText(words)
  const state = useText(alarmStates)
  const { view, change, store } = useFeed()
  const { search, sn, group } = view
  const levels = levelsOf(view.levels)
  const states = statesOf(view.states)
  const chips: FilterChip[] = []
  if (sn !== '') {
    const [first] = store.alarms.values()
    const name = first?.sn_code === sn ? first.dev_alias : sn
    chips.push({ id: 'sn', label: t.deviceChip({ name }), onRemove: () => change({ sn: '' }) })
  }
  if (group !== null)
    chips.push({ id: 'group', label: t.groupChip({ name: group }), onRemove: () => change({ group: null }) })
  if (search.trim())
    chips.push({ id: 'search', label: t.searchChip({ search }), onRemove: () => change({ search: '' }) })
  if (levels.length > 0) {
    const names = levels.map((level) => word[`alarm_${level as 1 | 2 | 3 | 4 | 5}`]).join(' / ')
    chips.push({ id: 'levels', label: t.levelChip({ names }), onRemove: () => change({ levels: '' }) })
  }
  if (!isOpenStates(states)) {
    const names = states.map((one) => state[one]).join(' / ')
    chips.push({ id: 'states', label: t.stateChip({ names }), onRemove: () => change({ states: '' }) })
  }
  return chips
}
