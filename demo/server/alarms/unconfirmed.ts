import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import type { Schema } from '../db/schema.ts'
import { NOBODY } from '../http/caller.ts'
import { keptBy, notifyAlarmsDeleted } from '../quotas/index.ts'

/** It recovered, and somebody has to confirm it yet. */
const WAITS = sql`(recover_time is not null and confirm_time is null and held is null and next_alarm_id is null)`

interface Surplus {
  tenant_id: number
  count: number
  most: number
}

/** Organisations in which more wait than may, and how many more. */
async function surplusOf(q: Kysely<Schema>): Promise<Surplus[]> {
  const { rows } = await sql<Surplus>`
    select w.tenant_id, w.count - k.most as count, k.most
      from (select tenant_id, count(*) as count from alarm where ${WAITS} group by tenant_id) w
        join (select tenant_id, kept * ${LIMITS.unconfirmedKept} as most from (${keptBy('alarms_kept')}) b) k
          on k.tenant_id = w.tenant_id and w.count > k.most`.execute(q)
  return rows
}

/** Deletes the oldest that wait, with their events; how many. */
async function deleteOldest(q: Kysely<Schema>, tenant_id: number, count: number): Promise<number> {
  await findByKeys(q)
  const { rows } = await sql<{ alarm_time: number }>`
    delete from alarm where tenant_id = ${tenant_id} and ${WAITS} and alarm_id = any(array(
      select alarm_id from alarm where tenant_id = ${tenant_id} and ${WAITS}
        order by alarm_time, alarm_id limit ${count}))
      returning alarm_time`.execute(q)
  const newest = Math.max(...rows.map(({ alarm_time }) => alarm_time))
  if (rows.length > 0)
    await sql`update tenant set alarms_dropped_time = greatest(alarms_dropped_time, ${newest}::bigint)
      where tenant_id = ${tenant_id}`.execute(q)
  return rows.length
}

/**
 * Deletes the oldest alarms that recovered and that nobody confirmed, of each organisation in which more wait than may, 200 at
 * a time. None goes silently (ISA-18.2): the audit says how many go before the first does, and administrators are notified.
 * For a job.
 */
export async function deleteUnconfirmed(db: Db, now: number): Promise<void> {
  for (const { tenant_id, count, most } of await db.system(surplusOf, 'reports')) {
    await db.system(async (q) => {
      await writeAudit(q, { ...NOBODY, tenant_id }, { action: 'alarm-delete', detail: { count } }, now)
      await notifyAlarmsDeleted(q, tenant_id, most, now)
    }, 'reports')
    for (let left = count; left > 0; ) {
      const piece = Math.min(left, LIMITS.alarmsDroppedAtOnce)
      const deleted = await db.system((q) => deleteOldest(q, tenant_id, piece), 'reports')
      if (deleted < piece) break
      left -= deleted
    }
  }
}
