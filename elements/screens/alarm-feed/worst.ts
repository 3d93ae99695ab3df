import type { Alarm } from '../../../core/contract/alarm.ts'
import type { FeedRow } from './rows/feed-rows.ts'

/** As in the list: higher level, then unconfirmed, then still active, then newer. */
const isWorse = (one: Alarm, other: Alarm): boolean =>
  (one.alarm_level - other.alarm_level ||
    Number(one.confirm_time === null) - Number(other.confirm_time === null) ||
    Number(one.recover_time === null) - Number(other.recover_time === null) ||
    one.alarm_time - other.alarm_time) > 0

/** So many of the worst, the worst first; a look at each of 100,000 and no sorting. */
export function worstOf(rows: readonly FeedRow[], count: number): FeedRow[] {
  const worst: FeedRow[] = []
  for (const row of rows) {
    const last = worst[count - 1]
    if (last && !isWorse(row.alarm, last.alarm)) continue
    const at = worst.findIndex(({ alarm }) => isWorse(row.alarm, alarm))
    worst.splice(at < 0 ? worst.length : at, 0, row)
    worst.length = Math.min(worst.length, count)
  }
  return worst
}

export interface LevelCount {
  readonly level: number
  readonly count: number
}

/** How many there are of each level that there is, the highest first, and how many nobody has confirmed. */
export function countsOf(rows: readonly FeedRow[]): { levels: LevelCount[]; total: number; unconfirmed: number } {
  const counts = [0, 0, 0, 0, 0, 0]
  let total = 0
  let unconfirmed = 0
  for (const { alarm, leaves } of rows) {
    if (leaves !== null) continue
    counts[alarm.alarm_level] = (counts[alarm.alarm_level] ?? 0) + 1
    total += 1
    if (alarm.confirm_time === null) unconfirmed += 1
  }
  const levels = counts.map((count, level) => ({ level, count })).filter(({ count }) => count > 0)
  return { levels: levels.reverse(), total, unconfirmed }
}
