import { sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Db } from '../db/db.ts'

/** Drops the alarms of a device that is to go, with their events, a few at a time: together they would hold the store. */
export async function dropAlarmsOf(
  db: Db,
  { tenant_id, device_id }: { tenant_id: number; device_id: number },
): Promise<void> {
  let dropped: number
  do {
    dropped = await db.tenant(tenant_id, async (q) => {
      const { rows } = await sql`
        delete from alarm where tenant_id = ${tenant_id} and alarm_id = any(array(
          select alarm_id from alarm where device_id = ${device_id} limit ${LIMITS.alarmsDroppedAtOnce}))
        returning alarm_id`.execute(q)
      return rows.length
    })
  } while (dropped === LIMITS.alarmsDroppedAtOnce)
}
