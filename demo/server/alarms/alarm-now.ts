import type { Kysely } from 'kysely'
import { stillThere } from '../db/alarm-writes.ts'
import type { Schema } from '../db/schema.ts'
import type { RuleAtDevice } from './place.ts'
import type { StandingRow } from './rows.ts'

/** The alarm of a rule at a device; null also where it was deleted as too many waited: what comes again then begins anew. */
export type AlarmNow = (at: RuleAtDevice) => StandingRow | null

export async function alarmsNow(q: Kysely<Schema>, all: readonly RuleAtDevice[]): Promise<AlarmNow> {
  const waiting = all.flatMap(({ alarm }) => (alarm && alarm.recover_time !== null ? alarm : []))
  const there = await stillThere(q, [...new Set(waiting)])
  return ({ alarm }) => (alarm && (alarm.recover_time === null || there.has(alarm.alarm_id)) ? alarm : null)
}
