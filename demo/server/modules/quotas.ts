import { type Kysely, sql } from 'kysely'
import { QUOTA_NAMES, QUOTAS, type Quota } from '../../../core/catalogue/quotas.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { QuotaUse } from '../../../core/contract/user.ts'
import type { Caller } from '../caller.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../field-errors.ts'

/** What a user uses of things that lie in tables of their own. */
async function counted(q: Kysely<Schema>, tenant_id: number, user_id: number): Promise<Partial<Record<Quota, number>>> {
  const { rows } = await sql<{ templates: number; alarms_kept: number; history_bytes: number }>`select
    (select count(*) from template where created_user_id = ${user_id}) as templates,
    (select count(*) from alarm) as alarms_kept,
    (select coalesce(sum(history_bytes), 0) from tenant where tenant_id = ${tenant_id}) as history_bytes`.execute(q)
  return rows[0] ?? {}
}

/** A user's limits and uses, in the order of the table. Runs in a transaction of the tenant. */
export async function quotasOf(q: Kysely<Schema>, tenant_id: number, user_id: number): Promise<QuotaUse[]> {
  const limits = await q
    .selectFrom('user_quota')
    .select(['quota', 'limit_value'])
    .where('user_id', '=', user_id)
    .execute()
  const uses = await q.selectFrom('user_use').select(['quota', 'used']).where('user_id', '=', user_id).execute()
  const lying = await counted(q, tenant_id, user_id)
  return QUOTA_NAMES.map((quota) => {
    const own = limits.find((row) => row.quota === quota)
    const used = lying[quota] ?? uses.find((row) => row.quota === quota)?.used ?? 0
    return { quota, limit: own ? own.limit_value : QUOTAS[quota].fallback, used }
  })
}

/** Throws 100019 when the user may not use one more; administrators of the organisation are bound by theirs alike. */
export async function requireQuota(q: Kysely<Schema>, { tenant_id, user_id }: Caller, quota: Quota): Promise<void> {
  const { limit = null, used = 0 } = (await quotasOf(q, tenant_id, user_id)).find((row) => row.quota === quota) ?? {}
  if (limit !== null && used >= limit) throw new ApiError('100019')
}

/** Sets limits of a user; nobody but an administrator gives more than the own limit. */
export async function setQuotas(
  q: Kysely<Schema>,
  caller: Caller,
  user_id: number,
  quotas: readonly { quota: Quota; limit: number | null }[],
): Promise<void> {
  const { tenant_id } = caller
  const own = await quotasOf(q, tenant_id, caller.user_id)
  for (const [i, { quota, limit }] of quotas.entries()) {
    const most = own.find((row) => row.quota === quota)?.limit ?? null
    if (caller.user_type !== 1 && most !== null && (limit === null || limit > most))
      throw new WrongField(`quotas.${i}.limit`, { zh: `最多 ${most}`, en: `may be ${most} at most` })
    await q
      .insertInto('user_quota')
      .values({ tenant_id, user_id, quota, limit_value: limit })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'quota']).doUpdateSet({ limit_value: limit }))
      .execute()
  }
}
