import { type Kysely, sql } from 'kysely'
import { QUOTAS, type Quota } from '../../../core/catalogue/quotas.ts'
import type { Schema } from '../db/schema.ts'

/** Quotas of what an organisation has as a whole. */
export type OrganisationQuota = Extract<
  Quota,
  'alarms_kept' | 'history_bytes' | 'organisation_gallery_bytes' | 'points' | 'rollup_bytes' | 'screen_bytes'
>

/**
 * The least of what the administrators of each tenant may keep; tenants without a limit of their own have the fallback,
 * and null where all of theirs say that there is none. None may keep more than the installation's settings say.
 */
export const keptBy = (quota: OrganisationQuota) => sql`
  select t.tenant_id, least(case when l.count = 0 then ${QUOTAS[quota].fallback} else l.least end, quota_most(${quota})) as kept
    from tenant t cross join lateral (
      select count(*) as count, min(q.limit_value) as least from user_quota q
        join app_user u on u.tenant_id = q.tenant_id and u.user_id = q.user_id and u.user_type = 1
        where q.tenant_id = t.tenant_id and q.quota = ${quota}
    ) l`

/** The same, of organisations that are few. */
export async function limitsOf(
  q: Kysely<Schema>,
  quota: OrganisationQuota,
  tenant_ids: readonly number[],
): Promise<{ tenant_id: number; limit: number | null }[]> {
  const { rows } = await sql<{ tenant_id: number; limit: number | null }>`
    select k.tenant_id, k.kept as "limit" from (${keptBy(quota)}) k
      where k.tenant_id = any(${[...tenant_ids]}::bigint[])`.execute(q)
  return rows
}
