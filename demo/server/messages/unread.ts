import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Schema } from '../db/schema.ts'
import type { Announced } from '../realtime/unread.ts'

interface Whose {
  tenant_id: number
  user_id: number
}

/**
 * How many messages these users have not read, of each kind up to a limit, and the newest of each kind, in their order; with
 * how often the settings of their organisation were saved, and when its shift log was changed last, which their pages hear
 * of the same way.
 * Of several tenants: as the owner.
 */
export async function unreadOf(q: Kysely<Schema>, users: readonly Whose[]): Promise<Announced[]> {
  if (users.length === 0) return []
  const { rows } = await sql<Announced>`
    select
      (select count(*) from (select from notice_receipt r where r.tenant_id = w.tenant_id and r.user_id = w.user_id
        and r.read_time is null and r.removed_time is null limit ${LIMITS.unreadCounted}) counted) as inbox,
      (select count(*) from (select from system_message m where m.tenant_id = w.tenant_id and m.user_id = w.user_id
        and m.read_time is null and m.removed_time is null limit ${LIMITS.unreadCounted}) counted) as system,
      (select r.notice_id from notice_receipt r where r.tenant_id = w.tenant_id and r.user_id = w.user_id
        and r.removed_time is null order by r.sent_time desc, r.notice_id desc limit 1) as newest_inbox,
      (select m.message_id from system_message m where m.tenant_id = w.tenant_id and m.user_id = w.user_id
        and m.removed_time is null order by m.message_time desc, m.message_id desc limit 1) as newest_system,
      (select s.version from organisation_setting s where s.tenant_id = w.tenant_id) as settings,
      (select max(e.changed_time) from shift_entry e where e.tenant_id = w.tenant_id) as shift_log
    from unnest(
      ${users.map(({ tenant_id }) => tenant_id)}::bigint[],
      ${users.map(({ user_id }) => user_id)}::bigint[]
    ) with ordinality as w (tenant_id, user_id, place)
    order by w.place`.execute(q)
  return rows
}
