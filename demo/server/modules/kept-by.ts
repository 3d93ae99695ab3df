import { sql } from 'kysely'
import { QUOTAS } from '../../../core/catalogue/quotas.ts'

/**
 * The least of what the administrators of each tenant may keep; tenants without a limit of their own have the fallback,
 * and null where all of theirs say that there is none.
 */
export const keptBy = (quota: 'alarms_kept' | 'history_bytes' | 'screen_bytes') => sql`
  select t.tenant_id,
    case when count(l.tenant_id) = 0 then ${QUOTAS[quota].fallback} else min(l.limit_value) end as kept
    from tenant t
    left join (
      select q.tenant_id, q.limit_value from user_quota q
        join app_user u on u.tenant_id = q.tenant_id and u.user_id = q.user_id and u.user_type = 1
        where q.quota = ${quota}
    ) l on l.tenant_id = t.tenant_id
    group by t.tenant_id`
