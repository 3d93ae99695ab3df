import { ALARM_STATES, type Alarm } from '../../../../core/contract/alarm.ts'
import { readSort } from '../../../../core/contract/sort.ts'
import type { Lang } from '../../../../core/text/define-text.ts'
import type { Sort } from '../../../kit/table/columns.ts'
import { alarmName } from '../../../parts/alarm-name.ts'

/** What a feed can be sorted by: fields of the alarm. */
export const SORTS = ['alarm_time', 'alarm_level', 'dev_alias', 'alarm_name', 'state', 'repeats'] as const
export type SortId = (typeof SORTS)[number]

/** As it is without a choice. */
export const FIRST_SORT = '-alarm_level'
const WORST_FIRST: Sort = { id: 'alarm_level', isDescending: true }

/** `-alarm_time` as a page writes it; the worst first for anything else. */
export function sortOf(written: string): Sort {
  const read = readSort(written)
  return SORTS.some((name) => name === read.id) ? read : WORST_FIRST
}

const words = new Intl.Collator(['zh-CN', 'en'], { numeric: true, sensitivity: 'base' })

type Compare = (a: Alarm, b: Alarm) => number

const newestFirst: Compare = (a, b) => b.alarm_time - a.alarm_time || Number(b.alarm_id) - Number(a.alarm_id)

function ascending(id: string, lang: Lang): Compare {
  switch (id) {
    case 'alarm_level':
      // Of one level, what nobody has seen comes before what is known, and what still stands before what is over by itself.
      return (a, b) =>
        a.alarm_level - b.alarm_level ||
        Number(a.confirm_time === null) - Number(b.confirm_time === null) ||
        Number(a.recover_time === null) - Number(b.recover_time === null)
    case 'dev_alias':
      return (a, b) => words.compare(a.dev_alias, b.dev_alias) || words.compare(a.sn_code, b.sn_code)
    case 'alarm_name':
      return (a, b) => words.compare(alarmName(a, lang), alarmName(b, lang))
    case 'state':
      return (a, b) => ALARM_STATES.indexOf(a.state) - ALARM_STATES.indexOf(b.state)
    case 'repeats':
      return (a, b) => a.repeats - b.repeats
    default:
      return (a, b) => -newestFirst(a, b)
  }
}

/** Among equals the newest comes first, either way. */
export function compareBy({ id, isDescending }: Sort, lang: Lang): Compare {
  const first = ascending(id, lang)
  const sign = isDescending ? -1 : 1
  return (a, b) => sign * first(a, b) || newestFirst(a, b)
}

/** Puts what is sorted already among what is sorted already: of 100,000 rows only their places are looked for. */
export function merged<Row>(rows: readonly Row[], fresh: readonly Row[], compare: (a: Row, b: Row) => number): Row[] {
  const all: Row[] = []
  let at = 0
  for (const row of fresh) {
    let [low, high] = [at, rows.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (compare(rows[middle] as Row, row) <= 0) low = middle + 1
      else high = middle
    }
    while (at < low) all.push(rows[at++] as Row)
    all.push(row)
  }
  while (at < rows.length) all.push(rows[at++] as Row)
  return all
}
