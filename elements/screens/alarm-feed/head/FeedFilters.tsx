import { type KeyboardEvent, type Ref, useState } from 'react'
import { ALARM_STATES } from '../../../../core/contract/alarm.ts'
import { alarmStates } from '../../../../core/rules/alarm-state-text.ts'
import { words } from '../../../../core/text/words.ts'
import { useText } from '../../../define/index.ts'
import { IconButton } from '../../../kit/Button.tsx'
import { SearchField } from '../../../kit/SearchField.tsx'
import { MultiSelect, Select } from '../../../kit/Select.tsx'
import { useFeed } from '../feed-context.ts'
import { isOpenStates, levelsOf, statesOf } from '../rows/filter.ts'
import { FIRST_SORT } from '../rows/order.ts'
import { text } from '../text.ts'
import { WhoseFilters } from './WhoseFilters.tsx'

const LEVELS = ['5', '4', '3', '2', '1'] as const
const STATES = ALARM_STATES.filter((state) => state !== 'NORM')
const GROUPS = ['none', 'device', 'rule'] as const
const ORDERS = { '-alarm_level': 'byLevel', '-alarm_time': 'byTime', dev_alias: 'byDevice' } as const
type Order = keyof typeof ORDERS
const LEAVING = ['Enter', 'Escape', 'ArrowDown']

interface FeedFiltersProps {
  /** From the search on to the rows. */
  onLeave: () => void
  /** The order stands in the heads of a table. */
  hasOrder: boolean
  isNarrow: boolean
  ref: Ref<HTMLDivElement>
}

/** Search and the rest; where there is little room, the search alone until more is wanted. Of what is shelved, whose it is. */
export function FeedFilters({ onLeave, hasOrder, isNarrow, ref }: FeedFiltersProps) {
  const t = useText(text)
  const { view, change } = useFeed()
  const [isOpen, setOpen] = useState(false)
  // A search that is not empty keeps Escape: it clears it.
  const leave = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || !LEAVING.includes(event.key)) return
    event.preventDefault()
    onLeave()
  }
  if (view.tab === 'held')
    return (
      <div className="feed-filters">
        <div className="feed-filter-row">
          <WhoseFilters />
        </div>
      </div>
    )
  return (
    <div ref={ref} className="feed-filters" data-open={isOpen || undefined}>
      <div className="feed-filter-row">
        {/* biome-ignore lint/a11y/noStaticElementInteractions: its field has the focus, and lets these keys through */}
        <div className="feed-search" onKeyDown={leave}>
          <SearchField label={t.search} value={view.search} onChange={(search) => change({ search })} />
        </div>
        {(isOpen || !isNarrow) && <LevelAndState />}
        <span className="feed-filter-more">
          <IconButton icon="filter" label={t.moreFilters} isPressed={isOpen} onPress={() => setOpen(!isOpen)} />
        </span>
        {(isOpen || !isNarrow) && (
          <div className="feed-filter-rest">
            <Rest hasOrder={hasOrder} />
          </div>
        )}
      </div>
    </div>
  )
}

function LevelAndState() {
  const t = useText(text)
  const word = useText(words)
  const state = useText(alarmStates)
  const { view, change } = useFeed()
  const chosenStates = statesOf(view.states)
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
    </>
  )
}

/** What gives way first: it waits behind a button where there is no room for it in the row. */
function Rest({ hasOrder }: { hasOrder: boolean }) {
  const t = useText(text)
  const { view, change } = useFeed()
  const groupNames = { none: t.ungrouped, device: t.groupedByDevice, rule: t.groupedByRule }
  return (
    <>
      <WhoseFilters />
      <Select
        label={t.groupBy}
        isLabelHidden
        options={GROUPS.map((id) => ({ id, label: groupNames[id] }))}
        value={view['group-by'] || 'none'}
        onChange={(groupBy) => change({ 'group-by': groupBy === 'none' ? '' : groupBy })}
      />
      {hasOrder && (
        <Select<Order>
          label={t.sortBy}
          isLabelHidden
          placeholder={t.sortBy}
          options={(Object.keys(ORDERS) as Order[]).map((id) => ({ id, label: t[ORDERS[id]] }))}
          value={(view.sort || FIRST_SORT) as Order}
          onChange={(sort) => change({ sort: sort === FIRST_SORT ? '' : sort })}
        />
      )}
    </>
  )
}
