import { type Kysely, sql } from 'kysely'
import { insertEvents, markConfirmed } from '../db/alarm-writes.ts'
import type { Schema } from '../db/schema.ts'
import type { LiveDevice } from '../fleet/fleet.ts'
import { confirmedEvent } from './confirm.ts'
import type { NoteCode } from './notes.ts'
import type { AlarmRow } from './rows.ts'

const DEREGISTERED: NoteCode = 'deregistered'

/**
 * Ends what stands of a device that nobody watches any more: what is open is over now, and nobody has to confirm it. Who
 * deregistered the device is in the audit: that person has looked at no alarm. Gives the alarms as they are then; their earlier occurrences follow. In the transaction that ends the device, as the owner.
 */
export async function endAlarmsOf(
  q: Kysely<Schema>,
  { tenant_id, device_id }: Pick<LiveDevice, 'tenant_id' | 'device_id'>,
  time: number,
): Promise<AlarmRow[]> {
  const over = await q
    .updateTable('alarm')
    .set({
      recover_time: sql<number>`greatest(${time}::bigint, alarm_time)`,
      note_code: sql<string>`coalesce(note_code, ${DEREGISTERED})`,
    })
    .where('tenant_id', '=', tenant_id)
    .where('device_id', '=', device_id)
    .where('recover_time', 'is', null)
    .returningAll()
    .execute()
  const who = { user_id: null, user_name: null, by_user_id: null, note_code: DEREGISTERED }
  await insertEvents(
    q,
    over.map(({ alarm_id, rule_id, recover_time }) => {
      return { tenant_id, alarm_id, rule_id, device_id, event_time: recover_time ?? time, alarm_type: 2, ...who }
    }),
  )
  const unseen = await q
    .selectFrom('alarm')
    .select('alarm_id')
    .where('tenant_id', '=', tenant_id)
    .where('device_id', '=', device_id)
    .where('next_alarm_id', 'is', null)
    .where('confirm_time', 'is', null)
    .where('held', 'is', null)
    .execute()
  const ids = unseen.map(({ alarm_id }) => alarm_id)
  const rows = await markConfirmed(q, ids, { user_id: null, user_name: null, by_user_id: null }, null, time)
  await insertEvents(
    q,
    rows.map((row) => ({ ...confirmedEvent(row, null), note_code: DEREGISTERED })),
  )
  const confirmed = new Set(rows.map(({ alarm_id }) => alarm_id))
  return [...over.filter(({ alarm_id }) => !confirmed.has(alarm_id)), ...rows]
}
