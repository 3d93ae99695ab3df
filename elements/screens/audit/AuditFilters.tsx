import { AUDIT_ACTIONS, type AuditAction } from '../../../core/contract/audit.ts'
import { useFormat, useText } from '../../define/index.ts'
import { DateTimeRange } from '../../kit/DateTimeRange.tsx'
import { MultiSelect } from '../../kit/Select.tsx'
import type { TimeRange } from '../../kit/time-range.ts'
import type { FilterChip } from '../../parts/FilterChips.tsx'
import { actionWords } from './action-words.ts'
import type { AuditView } from './api.ts'
import { text } from './text.ts'

/** The actions that an attribute names; words that are none are passed over. */
export const actionsOf = (action: string): AuditAction[] => {
  const named = action.split(',').map((word) => word.trim())
  return AUDIT_ACTIONS.filter((one) => named.includes(one))
}

interface AuditFiltersProps {
  view: AuditView
  change: (part: Partial<AuditView>) => void
  range: TimeRange
  setRange: (range: TimeRange) => void
}

export function AuditFilters({ view, change, range, setRange }: AuditFiltersProps) {
  const t = useText(text)
  const names = useText(actionWords)
  return (
    <>
      <MultiSelect<AuditAction>
        label={t.action}
        isLabelHidden
        placeholder={t.allActions}
        options={AUDIT_ACTIONS.map((id) => ({ id, label: names[id] }))}
        value={actionsOf(view.action)}
        onChange={(ids) => change({ action: ids.join(',') })}
      />
      <DateTimeRange value={range} onChange={setRange} />
    </>
  )
}

/** The filters in force as chips; the last 30 days are no filter. */
export function useAuditChips(view: AuditView, change: AuditFiltersProps['change'], range: TimeRange): FilterChip[] {
  const t = useText(text)
  const names = useText(actionWords)
  const format = useFormat()
  const { start, end } = view
  const actions = actionsOf(view.action)
  const from = format.dateTime(range.from).slice(0, -3)
  return [
    ...actions.map((action) => ({
      id: action,
      label: t.actionChip({ name: names[action] }),
      onRemove: () => change({ action: actions.filter((one) => one !== action).join(',') }),
    })),
    ...(start === null && end === null
      ? []
      : [
          {
            id: 'range',
            label: end === null ? t.fromChip({ from }) : t.rangeChip({ from, to: format.dateTime(end).slice(0, -3) }),
            onRemove: () => change({ start: null, end: null }),
          },
        ]),
  ]
}
