import { type RawBuilder, sql } from 'kysely'
import { DAY_MS, MINUTE_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Db } from '../db/db.ts'
import { findByKeys } from '../db/find-by-keys.ts'

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
  await deleteInSteps(db, 'system_message', sql`m.message_time < ${oldest}`, closing)
  await deleteInSteps(db, 'system_message', sql`m.removed_time < ${removed}`, closing)
  await deleteInSteps(db, 'bulletin', sql`m.removed_time < ${removed}`, closing)
}

/** Users who got messages so lately are looked at by a job that comes each minute; others have no more than before. */
const LATELY_MS = 5 * MINUTE_MS
/** Of each user who has too many all messages are put in order. */
const USERS_AT_ONCE = 50

/**
 * Deletes what users have of system messages beyond the newest. The oldest go of the kind that there are most of: who makes
 * somebody get very many of one kind pushes no other out. What says that a quota is nearly used up stays: what is deleted for the
 * quota waits for it. For a job.
 */
export async function deleteManyMessages(db: Db, now: number, closing?: AbortSignal): Promise<void> {
  const { rows: users } = await db.system(
    (q) =>
      sql<{ tenant_id: number; user_id: number }>`select distinct tenant_id, user_id from system_message
        where message_time > ${now - LATELY_MS}`.execute(q),
    'reports',
  )
  const isOwn = sql`tenant_id = w.tenant_id and user_id = w.user_id and removed_time is null`
  for (let i = 0; i < users.length; i += USERS_AT_ONCE) {
    const some = users.slice(i, i + USERS_AT_ONCE)
    for (let count = DELETED_AT_ONCE; count === DELETED_AT_ONCE && !closing?.aborted; ) {
      const { numAffectedRows } = await db.system(async (q) => {
        await findByKeys(q)
        return sql`delete from system_message where ctid = any(array(
          select old.version
          from unnest(${some.map(({ tenant_id }) => tenant_id)}::bigint[], ${some.map(({ user_id }) => user_id)}::bigint[])
              w (tenant_id, user_id)
            cross join lateral (select from system_message where ${isOwn}
              order by message_time desc offset ${LIMITS.systemMessages} limit 1) beyond
            cross join lateral (
              select ctid as version from (
                select ctid, message_time, row_number() over (partition by kind order by message_time desc, message_id desc) as place
                  from system_message where ${isOwn} and kind <> 'quota-near') m
                order by place, message_time desc offset ${LIMITS.systemMessages}) old
          limit ${DELETED_AT_ONCE}))`.execute(q)
      }, 'reports')
      count = Number(numAffectedRows)
    }
  }
}
