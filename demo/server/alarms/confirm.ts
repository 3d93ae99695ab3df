import { type Kysely, sql } from 'kysely'
import { type EventRow, insertEvents, markConfirmed } from '../db/alarm-writes.ts'
import type { Schema } from '../db/schema.ts'
import type { By } from './changeset.ts'
import type { AlarmRow } from './rows.ts'

/** Alarms that one transaction confirms: at the embedded store everybody else waits for it. */
export const CONFIRMED_AT_ONCE = 200

export type ConfirmCode = '100001' | '110526' | '100002'

export interface Confirmed {
  /** Those that are confirmed now. */
  rows: AlarmRow[]
  /** By alarm_id: 100001 done, 110526 confirmed before, 100002 no such alarm. */
  codes: Map<number, ConfirmCode>
}

/** Marks alarms as seen, at most CONFIRMED_AT_ONCE; their earlier occurrences follow. In a transaction of the tenant. */
export async function confirmAlarms(
  q: Kysely<Schema>,
  ids: readonly number[],
  by: By,
  alarm_note: string | undefined,
  now: number,
): Promise<Confirmed> {
  const there = await q
    .selectFrom('alarm')
    .select(['alarm_id', 'confirm_time'])
    .where(sql<boolean>`alarm_id = any(${ids}::bigint[])`)
    .execute()
  const codes = new Map<number, ConfirmCode>(ids.map((id) => [id, '100002']))
  for (const { alarm_id, confirm_time } of there) codes.set(alarm_id, confirm_time === null ? '100001' : '110526')
  const open = there.flatMap(({ alarm_id, confirm_time }) => (confirm_time === null ? alarm_id : []))
  if (open.length === 0) return { rows: [], codes }
  const rows = await markConfirmed(q, open, whoOf(by), alarm_note ?? null, now)
  await insertEvents(
    q,
    rows.map((row) => confirmedEvent(row, alarm_note ?? null)),
  )
  return { rows, codes }
}

/** As the row says who confirmed it, and when. */
export const confirmedEvent = (row: AlarmRow, note: string | null): EventRow => ({
  tenant_id: row.tenant_id,
  alarm_id: row.alarm_id,
  rule_id: row.rule_id,
  device_id: row.device_id,
  event_time: row.confirm_time ?? 0,
  alarm_type: 3,
  user_id: row.confirm_user_id,
  user_name: row.confirm_userName,
  by_user_id: row.confirm_by_user_id,
  note,
})

/** Null where the tenant has no such alarm. In a transaction of the tenant. */
export async function noteAlarm(
  q: Kysely<Schema>,
  alarm_id: number,
  by: By,
  alarm_note: string,
  now: number,
): Promise<AlarmRow | null> {
  const row = await q
    .updateTable('alarm')
    .set({ alarm_note: alarm_note === '' ? null : alarm_note })
    .where('alarm_id', '=', alarm_id)
    .returningAll()
    .executeTakeFirst()
  if (!row) return null
  const { tenant_id, rule_id, device_id } = row
  await insertEvents(q, [
    { tenant_id, alarm_id, rule_id, device_id, event_time: now, alarm_type: 10, ...whoOf(by), note: alarm_note },
  ])
  return row
}

const whoOf = ({ user_id, user_name, by_user_id = null }: By) => ({ user_id, user_name, by_user_id })
