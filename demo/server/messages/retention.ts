import { type RawBuilder, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Db } from '../db/db.ts'

/** Messages are kept for who has to read them for others. */
const KEPT_MS = 90 * DAY_MS
/** Rows that go at a time: the store serves others in between. */
export const DELETED_AT_ONCE = 5_000
/** A notice goes with a row for each of its receivers. */
const NOTICES_AT_ONCE = 20

type MessageTable = 'delivered_message' | 'notice' | 'system_message' | 'bulletin'

/** Deletes rows, as `m`, that are old, as the owner; what it leaves, because the server closes, goes after the next start. */
async function deleteInSteps(
  db: Db,
  table: MessageTable,
  isOld: RawBuilder<unknown>,
  closing: AbortSignal | undefined,
  most = DELETED_AT_ONCE,
): Promise<void> {
  for (let count = most; count === most && !closing?.aborted; ) {
    const { numAffectedRows } = await db.system(
      (q) =>
        sql`delete from ${sql.table(table)} where ctid = any(array(
          select ctid from ${sql.table(table)} m where ${isOld} limit ${most}))`.execute(q),
      'reports',
    )
    count = Number(numAffectedRows)
  }
}

/** Deletes what was sent longer ago than it is kept. For a job. */
export const deleteOldDelivered = (db: Db, now: number, closing?: AbortSignal): Promise<void> =>
  deleteInSteps(db, 'delivered_message', sql`m.message_time < ${now - KEPT_MS}`, closing)

/** Deletes what is older than messages are kept, and what nobody wants back. For a job. */
export async function deleteOldMessages(db: Db, now: number, closing?: AbortSignal): Promise<void> {
  const oldest = now - LIMITS.messageDays * DAY_MS
  const removed = now - LIMITS.removedMessageMs
  const isOldNotice = sql`m.sent_time < ${oldest} or (m.removed_time < ${removed} and not exists (
    select from notice_receipt r where r.tenant_id = m.tenant_id and r.notice_id = m.notice_id
      and coalesce(r.removed_time, ${now}) >= ${removed}))`
  await deleteInSteps(db, 'notice', isOldNotice, closing, NOTICES_AT_ONCE)
  await deleteInSteps(db, 'system_message', sql`m.message_time < ${oldest} or m.removed_time < ${removed}`, closing)
  await deleteInSteps(db, 'bulletin', sql`m.removed_time < ${removed}`, closing)
}
