import { alarmStates } from '../../../../core/rules/alarm-state-text.ts'
import { words } from '../../../../core/text/words.ts'
import { useText } from '../../../define/index.ts'
import type { FilterChip } from '../../../parts/FilterChips.tsx'
import type { AlarmFeedView } from '../api.ts'
import { useFeed } from '../feed-context.ts'
import { isOpenStates, levelsOf, statesOf } from '../rows/filter.ts'
import { text } from '../text.ts'

/** The filters in force as chips. Shelved alarms are filtered by whose they are alone. */
export function useFeedChips(): FilterChip[] {
  const t = useText(text)
  const word = useText(words)
  const state = useText(alarmStates)
  const { view, change, whose } = useFeed()
  const { sn, group } = view
  const chip = (label: string, without: Partial<AlarmFeedView>): FilterChip => ({
    id: label,
    label,
    onRemove: () => change(without),
  })
  const ofWhom = whose
    ? [
        ...(group === null ? [] : [chip(t.groupChip({ name: whose.groupName }), { group: null })]),
        ...(sn === '' ? [] : [chip(t.deviceChip({ name: whose.deviceName }), { sn: '' })]),
      ]
    : []
  if (view.tab === 'held') return ofWhom

  const search = view.search.trim()
  const levels = levelsOf(view.levels).map((level) => word[`alarm_${level as 1 | 2 | 3 | 4 | 5}`])
  const states = statesOf(view.states)
  const stateNames = isOpenStates(states) ? [] : states.map((one) => state[one])
  return [
    ...ofWhom,
    ...(search === '' ? [] : [chip(t.searchChip({ search }), { search: '' })]),
    ...(levels.length === 0 ? [] : [chip(t.levelChip({ names: levels.join(' / ') }), { levels: '' })]),
    ...(stateNames.length === 0 ? [] : [chip(t.stateChip({ names: stateNames.join(' / ') }), { states: '' })]),
  ]
}
