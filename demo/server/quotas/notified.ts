import { sql } from 'kysely'
import { DAY_MS, HOUR_MS } from '../../../core/catalogue/durations.ts'
import type { Quota } from '../../../core/catalogue/quotas.ts'

/** Notified so long before anything goes, administrators can export it. */
const BEFORE_MS = HOUR_MS
/** They are notified anew each day. */
const SINCE_MS = 2 * DAY_MS

/** Whether the administrators of the organisation `t` had a message that the quota is nearly used up, or there are none. */
export const wereNotified = (quota: Quota) => {
  const now = Date.now()
  return sql`(
    exists (select from system_message m where m.tenant_id = t.tenant_id and m.kind = 'quota-near'
      and m.params ->> 'quota' = ${quota} and m.message_time between ${now - SINCE_MS} and ${now - BEFORE_MS})
    or not exists (select from app_user u
      where u.tenant_id = t.tenant_id and u.user_type = 1 and u.is_active = 1))`
}
