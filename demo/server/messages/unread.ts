import { type Kysely, sql } from 'kysely'
import { DAY_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Unread } from '../../../core/contract/message.ts'
import type { Schema } from '../db/schema.ts'

interface Whose {
  tenant_id: number
  user_id: number
}

/**
 * How many messages these users have not read, of each kind up to a limit, and the newest of each kind, in their order.
 * Of several tenants: as the owner.
 */
export async function unreadOf(q: Kysely<Schema>, users: readonly Whose[]): Promise<Unread[]> {
  if (users.length === 0) return []
  const { rows } = await sql<Unread>`
    select
      (select count(*) from (select from notice_receipt r where r.tenant_id = w.tenant_id and r.user_id = w.user_id
        and r.read_time is null and r.removed_time is null limit ${LIMITS.unreadCounted}) counted) as inbox,
      (select count(*) from (select from system_message m where m.tenant_id = w.tenant_id and m.user_id = w.user_id
        and m.read_time is null and m.removed_time is null limit ${LIMITS.unreadCounted}) counted) as system,
      (select r.notice_id from notice_receipt r where r.tenant_id = w.tenant_id and r.user_id = w.user_id
        and r.removed_time is null order by r.sent_time desc, r.notice_id desc limit 1) as newest_inbox,
      (select m.message_id from system_message m where m.tenant_id = w.tenant_id and m.user_id = w.user_id
        and m.removed_time is null order by m.message_time desc, m.message_id desc limit 1) as newest_system
    from unnest(
      ${users.map(({ tenant_id }) => tenant_id)}::bigint[],
      ${users.map(({ user_id }) => user_id)}::bigint[]
    ) with ordinality as w (tenant_id, user_id, place)
    order by w.place`.execute(q)
  return rows
}

/** Deletes what is older than messages are kept, and what nobody wants back. Runs as the owner, for a job. */
export async function deleteOldMessages(q: Kysely<Schema>, now: number): Promise<void> {
  const oldest = now - LIMITS.messageDays * DAY_MS
  const removed = now - LIMITS.removedMessageMs
  await sql`
    delete from notice n where n.sent_time < ${oldest} or (n.removed_time < ${removed} and not exists (
      select from notice_receipt r where r.tenant_id = n.tenant_id and r.notice_id = n.notice_id
        and coalesce(r.removed_time, ${now}) >= ${removed}))`.execute(q)
  await q
    .deleteFrom('system_message')
    .where((on) => on.or([on('message_time', '<', oldest), on('removed_time', '<', removed)]))
    .execute()
  await q.deleteFrom('bulletin').where('removed_time', '<', removed).execute()
}
