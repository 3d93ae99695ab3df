import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import { findByKeys } from '../db/find-by-keys.ts'
import type { Schema } from '../db/schema.ts'
import { tenantsInPieces } from '../db/tenants.ts'
import { NOBODY } from '../http/caller.ts'
import { alarmTally, limitsOf, notifyAlarmsDeleted } from '../quotas/index.ts'

/** It recovered, and somebody has to confirm it yet. */
const WAITS = sql`(recover_time is not null and confirm_time is null and held is null and next_alarm_id is null)`

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

/** Of an organisation in which more wait than may, how many more. */
interface Surplus {
  tenant_id: number
  count: number
  most: number
}

/** None goes silently (ISA-18.2): the audit says how many go before the first does, and administrators are notified. */
async function deleteSurplus(db: Db, { tenant_id, count, most }: Surplus, now: number, closing?: AbortSignal) {
  await db.system(async (q) => {
    await writeAudit(q, { ...NOBODY, tenant_id }, { action: 'alarm-delete', detail: { count } }, now)
    await notifyAlarmsDeleted(q, tenant_id, most, now)
  }, 'reports')
  for (let left = count; left > 0 && !closing?.aborted; ) {
    const piece = Math.min(left, LIMITS.alarmsDroppedAtOnce)
    const deleted = await db.system((q) => deleteOldest(q, tenant_id, piece), 'reports')
    if (deleted < piece) break
    left -= deleted
  }
}

/**
 * Deletes the oldest alarms that recovered and that nobody confirmed, of each organisation in which more wait than may, 200 at
 * a time. For a job.
 */
export async function deleteUnconfirmed(
  db: Db,
  now: number,
  { tally = alarmTally(db), closing }: { tally?: ReturnType<typeof alarmTally>; closing?: AbortSignal } = {},
): Promise<void> {
  for await (const tenant_ids of tenantsInPieces(db, closing)) {
    await tally.add(tenant_ids, closing)
    for (const { tenant_id, limit } of await db.system((q) => limitsOf(q, 'alarms_kept', tenant_ids), 'reports')) {
      const most = limit === null ? Number.POSITIVE_INFINITY : limit * LIMITS.unconfirmedKept
      if (tally.atMost(tenant_id).lines <= most) continue
      const { lines } = await alarmTally(db, WAITS).recount(tenant_id, { closing })
      if (lines > most) await deleteSurplus(db, { tenant_id, count: lines - most, most }, now, closing)
    }
  }
}
