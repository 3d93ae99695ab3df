import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { AlarmsKept } from '../../../core/contract/alarm-record.ts'
import type { Schema } from '../db/schema.ts'
import { keptBy } from './kept-by.ts'

/** Nobody waits for it any more: recovered, and confirmed or kept from operators. */
const IS_OVER = sql`(a.recover_time is not null and (a.confirm_time is not null or a.held is not null))`

/** Those that are over, of each tenant the oldest first. */
const OVER = sql`
  select a.tenant_id, a.alarm_id, a.alarm_time,
    row_number() over (partition by a.tenant_id order by a.alarm_time, a.alarm_id) as place
  from alarm a where ${IS_OVER}`

/**
 * Drops the 200 oldest alarms that are over, with their events, of each tenant that keeps more than it may; none where all
 * are open. Runs as the owner, for a job.
 */
export async function dropAlarmsBeyondQuotas(q: Kysely<Schema>): Promise<void> {
  await sql`
    delete from alarm gone using (${OVER}) old
    where gone.tenant_id = old.tenant_id and gone.alarm_id = old.alarm_id
      and old.place <= ${LIMITS.alarmsDroppedAtOnce}
      and gone.tenant_id in (
        select x.tenant_id from alarm x join (${keptBy('alarms_kept')}) k on k.tenant_id = x.tenant_id
          group by x.tenant_id, k.kept having count(*) > k.kept)`.execute(q)
}

/** What a tenant keeps of alarms, and may keep. Runs as the owner: the limits are those of its administrators. */
export async function alarmsKept(q: Kysely<Schema>, tenant_id: number): Promise<AlarmsKept> {
  const { rows } = await sql<AlarmsKept>`
    select (select count(*) from alarm where tenant_id = ${tenant_id}) as kept,
      (select k.kept from (${keptBy('alarms_kept')}) k where k.tenant_id = ${tenant_id}) as "limit",
      count(*) as over, min(old.alarm_time) as oldest_time,
      max(old.alarm_time) filter (where old.place <= ${LIMITS.alarmsDroppedAtOnce}) as next_time
    from (${OVER} and a.tenant_id = ${tenant_id}) old`.execute(q)
  return rows[0] ?? { kept: 0, limit: null, over: 0, oldest_time: null, next_time: null }
}
