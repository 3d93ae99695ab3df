import { sql } from 'kysely'
import { QUOTAS } from '../../../core/catalogue/quotas.ts'

/**
 * The least of what the administrators of each tenant may keep; tenants without a limit of their own have the fallback,
 * and null where all of theirs say that there is none. None may keep more than the installation's settings say.
 */
export const keptBy = (quota: 'alarms_kept' | 'history_bytes' | 'points' | 'rollup_bytes' | 'screen_bytes') => sql`
  select t.tenant_id,
    least(case when count(l.tenant_id) = 0 then ${QUOTAS[quota].fallback} else min(l.limit_value) end,
      quota_most(${quota})) as kept
    from tenant t
    left join (
      select q.tenant_id, q.limit_value from user_quota q
        join app_user u on u.tenant_id = q.tenant_id and u.user_id = q.user_id and u.user_type = 1
        where q.quota = ${quota}
    ) l on l.tenant_id = t.tenant_id
    group by t.tenant_id`
