import { type Kysely, sql } from 'kysely'
import type { Code } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { QUOTA_NAMES, QUOTAS, type Quota } from '../../../core/catalogue/quotas.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { QuotaUse } from '../../../core/contract/user.ts'
import type { Caller } from '../caller.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../field-errors.ts'
import { dropAlarmsBeyondQuotas } from './alarm-kept.ts'
import { keptBy } from './kept-by.ts'
import { tellQuotaNear } from './system-message.ts'

/** What a user uses of things that lie in tables of their own. */
async function counted(q: Kysely<Schema>, tenant_id: number, user_id: number): Promise<Partial<Record<Quota, number>>> {
  const { rows } = await sql<Partial<Record<Quota, number>>>`select
    (select count(*) from template where created_user_id = ${user_id}) as templates,
    (select count(*) from template_share where by_user_id = ${user_id}) as template_shares,
    (select count(*) from screen where created_user_id = ${user_id}) as screens,
    (select coalesce(sum(bytes), 0)::bigint from resource where created_user_id = ${user_id}) as gallery_bytes,
    (select coalesce(sum(bytes), 0)::bigint from resource
      where created_user_id = ${user_id} and resource_type = 'picture') as template_image_bytes,
    (select count(*) from alarm) as alarms_kept,
    (select coalesce(sum(history_bytes), 0)::bigint from tenant where tenant_id = ${tenant_id}) as history_bytes`.execute(
    q,
  )
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

/** Throws 100019 when the user may not use so many more; administrators of the organisation are bound by theirs alike. */
export async function requireQuota(
  q: Kysely<Schema>,
  { tenant_id, user_id }: Pick<Caller, 'tenant_id' | 'user_id'>,
  quota: Quota,
  { more = 1, code = '100019' }: { more?: number; code?: Code } = {},
): Promise<void> {
  const { limit = null, used = 0 } = (await quotasOf(q, tenant_id, user_id)).find((row) => row.quota === quota) ?? {}
  if (limit === null) return
  if (used + more > limit) throw new ApiError(code)
  const isNear = (n: number) => n * 100 >= limit * LIMITS.quotaNear
  // What is counted in ones at a small limit is used up before it is nearly so.
  if (isNear(used + more) && !isNear(used))
    await tellQuotaNear(q, { tenant_id, user_id, quota, percent: Math.floor(((used + more) * 100) / limit) })
}

/** Counts one more of what is counted when it happens; throws 100019 when the user may use no more. */
export async function spendQuota(
  q: Kysely<Schema>,
  caller: Pick<Caller, 'tenant_id' | 'user_id'>,
  quota: 'sms' | 'wechat',
): Promise<void> {
  await requireQuota(q, caller, quota)
  const { tenant_id, user_id } = caller
  await q
    .insertInto('user_use')
    .values({ tenant_id, user_id, quota, used: 1 })
    .onConflict((conflict) =>
      conflict.columns(['tenant_id', 'user_id', 'quota']).doUpdateSet((on) => ({ used: on('user_use.used', '+', 1) })),
    )
    .execute()
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

/**
 * Drops the oldest of what a tenant keeps beyond its limits: 200 alarms that are over, and 1,000 hours of points, at a
 * time, as the specification has it. Runs as the owner, for a job.
 */
export async function dropBeyondQuotas(q: Kysely<Schema>): Promise<void> {
  await dropAlarmsBeyondQuotas(q)
  await sql`
    update tenant t set history_bytes = coalesce(s.bytes, 0) from (
      select p.tenant_id, sum(length(h.data)) as bytes from tlm_hour h join point p on p.point_id = h.point_id
        group by p.tenant_id
    ) s where s.tenant_id = t.tenant_id`.execute(q)
  await sql`
    delete from tlm_hour h using (
      select point_id, t0 from (
        select h.point_id, h.t0, row_number() over (partition by p.tenant_id order by h.t0, h.point_id) as place
        from tlm_hour h join point p on p.point_id = h.point_id
          join tenant t on t.tenant_id = p.tenant_id
          join (${keptBy('history_bytes')}) k on k.tenant_id = t.tenant_id
        where t.history_bytes > k.kept
      ) ranked where place <= ${LIMITS.historyRowsDroppedAtOnce}
    ) old where h.point_id = old.point_id and h.t0 = old.t0`.execute(q)
}
