import { type Kysely, sql } from 'kysely'
import { DEREGISTERED_MOST } from '../../../core/contract/device-end.ts'
import { dropAlarmsOf } from '../alarms/index.ts'
import { writeAudit } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import type { Row, Schema } from '../db/schema.ts'
import { tenantsInPieces } from '../db/tenants.ts'
import { forgetPoints } from '../history/forget.ts'
import { NOBODY } from '../http/caller.ts'
import { DEREGISTERED_MS } from './device-end.ts'

/** Rows that go at a time: the store serves others in between. */
const ROWS_AT_ONCE = 5000

/** What a device has many of, beside its alarms and its history. */
const RECORDS = ['device_log', 'command'] as const

type Gone = Pick<Row<'device'>, 'tenant_id' | 'device_id'>

/**
 * Makes the oldest deregistered devices of each of these organisations beyond `most` be over their time: nobody restores them from now on, and
 * they go with those whose time is over. The audit says how many.
 */
const endSurplus = (db: Db, tenant_ids: readonly number[], now: number, most: number): Promise<void> =>
  db.system(async (q) => {
    const over = now - DEREGISTERED_MS
    const { rows } = await sql<{ tenant_id: number; count: number }>`
      with gone as (
        update device set deregistered_time = ${over} where device_id in (
          select device_id from (
            select device_id, row_number() over (partition by tenant_id order by deregistered_time desc, device_id desc) as place
              from device where tenant_id = any(${[...tenant_ids]}::bigint[]) and deregistered_time > ${over}
          ) placed where place > ${most})
        returning tenant_id
      ) select tenant_id, count(*) as count from gone group by tenant_id`.execute(q)
    for (const { tenant_id, count } of rows)
      await writeAudit(q, { ...NOBODY, tenant_id }, { action: 'device-delete', detail: { count } }, now)
  }, 'reports')

/** The device that is over its time for longest. */
const nextGone = (q: Kysely<Schema>, over: number): Promise<Gone | undefined> =>
  q
    .selectFrom('device')
    .select(['tenant_id', 'device_id'])
    .where('deregistered_time', '<=', over)
    .orderBy('deregistered_time')
    .limit(1)
    .executeTakeFirst()

async function deleteRecords(
  db: Db,
  table: (typeof RECORDS)[number],
  { tenant_id, device_id }: Gone,
  closing: AbortSignal | undefined,
): Promise<void> {
  let count: number
  do {
    if (closing?.aborted) return
    const { rows } = await db.system(
      (q) =>
        sql`delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)}
          where tenant_id = ${tenant_id} and device_id = ${device_id} limit ${ROWS_AT_ONCE})) returning 1`.execute(q),
      'reports',
    )
    count = rows.length
  } while (count >= ROWS_AT_ONCE)
}

/**
 * Deletes devices that were deregistered longer ago than they are kept, and of each organisation the oldest beyond `most`, with
 * all that they had, in pieces; the device itself last. Nobody restores one of these meanwhile. For a job.
 */
export async function deleteDeregistered(
  db: Db,
  now: number,
  closing?: AbortSignal,
  most: number = DEREGISTERED_MOST,
): Promise<void> {
  for await (const tenant_ids of tenantsInPieces(db, closing)) await endSurplus(db, tenant_ids, now, most)
  const over = now - DEREGISTERED_MS
  for (;;) {
    const gone = closing?.aborted ? undefined : await db.system((q) => nextGone(q, over), 'reports')
    if (!gone) return
    const { device_id } = gone
    const points = await db.system(
      (q) => q.selectFrom('point').select('point_id').where('device_id', '=', device_id).execute(),
      'reports',
    )
    await forgetPoints(
      db,
      points.map(({ point_id }) => point_id),
      closing,
    )
    if (closing?.aborted) return
    await dropAlarmsOf(db, gone)
    for (const table of RECORDS) await deleteRecords(db, table, gone, closing)
    if (closing?.aborted) return
    await db.system(
      (q) => q.deleteFrom('device').where('device_id', '=', device_id).where('deregistered_time', '<=', over).execute(),
      'reports',
    )
  }
}
