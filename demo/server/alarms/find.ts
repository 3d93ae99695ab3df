import type { Kysely } from 'kysely'
import type { FoundAlarm } from '../../../core/contract/find.ts'
import { hasWords } from '../db/has-words.ts'
import type { Schema } from '../db/schema.ts'
import { alarmsOf, SEARCHED, UNENDED } from './list.ts'

/** Alarms that are not over, of these devices (null: of all of the tenant), with all words: the worst first, at most so many. */
export async function findAlarms(
  q: Kysely<Schema>,
  { devices, words, most }: { devices: readonly number[] | null; words: readonly string[]; most: number },
): Promise<FoundAlarm[]> {
  const rows = await alarmsOf(q, { devices }, Date.now())
    .where(UNENDED)
    .where(hasWords(SEARCHED, words))
    .select(['a.alarm_id', 'a.alarm_name', 'a.alarm_name_en', 'a.alarm_level', 'a.alarm_time', 'a.sn_code'])
    .select('d.dev_alias')
    .orderBy('a.alarm_level', 'desc')
    .orderBy('a.alarm_time', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({ ...row, alarm_id: String(row.alarm_id) }))
}
