import { LOG_ACTIONS, type LogAction } from '../../../core/contract/log.ts'
import { logActionWords } from '../../../core/text/log/log-words.ts'
import { useFormat, useText } from '../../define/index.ts'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import { MultiSelect } from '../../kit/Select.tsx'
import type { TimeRange } from '../../kit/time-range.ts'
import type { FilterChip } from '../../parts/FilterChips.tsx'
import type { LogView } from './api.ts'
import { text } from './text.ts'

export const UNFILTERED = { search: '', action: '', sn: '', user: '', start: null, end: null } as const

/** The actions that an attribute names; words that are none of the kind's are passed over. */
export function actionsOf({ kind, action }: Pick<LogView, 'kind' | 'action'>): LogAction[] {
  const named = action.split(',').map((word) => word.trim())
  return (LOG_ACTIONS[kind] as readonly LogAction[]).filter((one) => named.includes(one))
}

interface LogFiltersProps {
  view: LogView
  change: (part: Partial<LogView>) => void
  range: TimeRange
  setRange: (range: TimeRange) => void
}

export function LogFilters({ view, change, range, setRange }: LogFiltersProps) {
  const t = useText(text)
  const names = useText(logActionWords)
  return (
    <>
      <MultiSelect<LogAction>
        label={t.action}
        isLabelHidden
        placeholder={t.allActions}
        options={LOG_ACTIONS[view.kind].map((id) => ({ id, label: names[id] }))}
        value={actionsOf(view)}
        onChange={(ids) => change({ action: ids.join(',') })}
      />
      <DateTimeRange value={range} onChange={setRange} />
    </>
  )
}

/** The filters in force as chips; the last 30 days are no filter. */
export function useLogChips(view: LogView, change: LogFiltersProps['change'], range: TimeRange): FilterChip[] {
  const t = useText(text)
  const names = useText(logActionWords)
  const format = useFormat()
  const { start, end, sn, user } = view
  const actions = actionsOf(view)
  const minute = (time: number) => format.dateTime(time).slice(0, -3)
  const from = minute(range.from)
  const chips: (FilterChip | false)[] = [
    ...actions.map((action) => ({
      id: action,
      label: names[action],
      onRemove: () => change({ action: actions.filter((one) => one !== action).join(',') }),
    })),
    sn !== '' && { id: 'sn', label: t.deviceChip({ sn }), onRemove: () => change({ sn: '' }) },
    user !== '' && { id: 'user', label: t.userChip({ user }), onRemove: () => change({ user: '' }) },
    (start !== null || end !== null) && {
      id: 'range',
      label: end === null ? t.fromChip({ from }) : t.rangeChip({ from, to: minute(end) }),
      onRemove: () => change({ start: null, end: null }),
    },
  ]
  return chips.filter((chip) => chip !== false)
}
