import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Code } from '../../../core/catalogue/codes.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ORGANISATION_MOST, QUOTA_NAMES, QUOTAS, type Quota } from '../../../core/catalogue/quotas.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { PersonChannel } from '../../../core/contract/push.ts'
import type { QuotaUse } from '../../../core/contract/quota.ts'
import { countAlone } from '../db/count-alone.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Tally } from '../db/tally.ts'
import { tenantsInPieces } from '../db/tenants.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { notifyQuotaNear } from '../messages/index.ts'
import { alarmTally, dropAlarmsBeyondQuotas } from './alarm-kept.ts'
import { keptBy } from './kept-by.ts'
import { ALL_POINTS, notifyPointsNear, pointsInMemory } from './point-room.ts'

const drawnBytes = (table: string) => sql`
  (select coalesce(sum(octet_length(document) + coalesce(octet_length(thumbnail), 0)), 0) from ${sql.table(table)})`

/** Dashboards are drawn as screens are, and take the same space. */
const screenBytes = sql`${drawnBytes('screen')} + ${drawnBytes('dashboard')} + ${drawnBytes('dashboard_version')}
  + (select coalesce(sum(octet_length(document) + coalesce(octet_length(thumbnail), 0)
    + coalesce(octet_length(summary) + octet_length(points) + octet_length(guards), 0)), 0) from screen_version)`

/** Uses of things that lie in tables of their own, each counted where somebody asks for it. */
const counts = (tenant_id: number, user_id: number): Partial<Record<Quota, RawBuilder<unknown>>> => ({
  templates: sql`(select count(*) from template where created_user_id = ${user_id})`,
  device_shares: sql`(select count(*) from device_share where by_user_id = ${user_id})`,
  template_shares: sql`(select count(*) from template_share where by_user_id = ${user_id})`,
  screens: sql`(select count(*) from screen where created_user_id = ${user_id})`,
  screen_bytes: sql`(${screenBytes})::bigint`,
  gallery_bytes: sql`(select coalesce(sum(bytes), 0)::bigint from resource where created_user_id = ${user_id})`,
  organisation_gallery_bytes: sql`(select coalesce(sum(bytes), 0)::bigint from resource where tenant_id = ${tenant_id})`,
  template_image_bytes: sql`(select coalesce(sum(bytes), 0)::bigint from resource
    where created_user_id = ${user_id} and resource_type = 'picture')`,
  points: sql`(select coalesce(sum(points), 0)::bigint from point_count where tenant_id = ${tenant_id})`,
  alarms_kept: sql`(select count(*) from alarm)`,
  history_bytes: sql`(select coalesce(sum(bytes), 0)::bigint from history_size
    where tenant_id = ${tenant_id} and quota = 'history_bytes')`,
  rollup_bytes: sql`(select coalesce(sum(bytes), 0)::bigint from history_size
    where tenant_id = ${tenant_id} and quota = 'rollup_bytes')`,
})

async function usesOf(
  q: Kysely<Schema>,
  tenant_id: number,
  user_id: number,
  quotas: readonly Quota[],
): Promise<Map<string, number>> {
  const noted = await q.selectFrom('user_use').select(['quota', 'used']).where('user_id', '=', user_id).execute()
  const uses = new Map<string, number>(noted.map(({ quota, used }) => [quota, used]))
  const counted = counts(tenant_id, user_id)
  const columns = quotas.flatMap((quota) => (counted[quota] ? sql`${counted[quota]} as ${sql.ref(quota)}` : []))
  if (columns.length === 0) return uses
  const { rows } = await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(q)
  for (const [quota, used] of Object.entries(rows[0] ?? {})) uses.set(quota, used)
  return uses
}

/** The smaller one; null is no limit. */
const lesser = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

const FACTOR_DEFAULT = 10
/** All points are in memory: an organisation has no more of them than anybody needs, unless the operator says so. */
const factorOf = (quota: Quota) => (quota === 'points' ? 1 : FACTOR_DEFAULT)

/**
 * Keeps what no limit of a user may exceed, for all that ask: so many times what stands where nobody said otherwise. Where
 * the operator did not say how many, quotas of which the oldest goes are bounded as they are set: nothing is lost of what
 * was kept before. And how many points the server has memory for.
 */
export async function setInstallationQuotas(q: Kysely<Schema>, factor: number | null): Promise<void> {
  await q.deleteFrom('installation_quota').execute()
  await q.insertInto('installation_quota').values({ quota: ALL_POINTS, most: pointsInMemory() }).execute()
  if (factor === 0) return
  const rows = QUOTA_NAMES.map((quota) => {
    const bound = QUOTAS[quota].fallback * (factor ?? factorOf(quota))
    const isFromNowOn = factor === null && 'kept' in QUOTAS[quota]
    return { quota, most: isFromNowOn ? null : bound, settable: isFromNowOn ? bound : null }
  })
  await q.insertInto('installation_quota').values(rows).execute()
}

async function installationMost(q: Kysely<Schema>): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ quota: string; most: number | null }>`
    select quota, quota_most(quota) as most from unnest(${[...QUOTA_NAMES]}::text[]) quota`.execute(q)
  return new Map(rows.map(({ quota, most }) => [quota, most]))
}

/** A user's limits, of all quotas. */
async function limitsOf(q: Kysely<Schema>, user_id: number): Promise<Map<Quota, number | null>> {
  const rows = await q
    .selectFrom('user_quota')
    .select(['quota', 'limit_value'])
    .where('user_id', '=', user_id)
    .execute()
  const most = await installationMost(q)
  return new Map(
    QUOTA_NAMES.map((quota) => {
      const own = rows.find((row) => row.quota === quota)
      return [quota, lesser(own ? own.limit_value : QUOTAS[quota].fallback, most.get(quota) ?? null)]
    }),
  )
}

/** A user's limits and uses, in the order of the table; of some quotas, since counting takes its time. Runs in a transaction of the tenant. */
export async function quotasOf(
  q: Kysely<Schema>,
  tenant_id: number,
  user_id: number,
  quotas: readonly Quota[] = QUOTA_NAMES,
): Promise<QuotaUse[]> {
  const limits = await limitsOf(q, user_id)
  const uses = await usesOf(q, tenant_id, user_id, quotas)
  return QUOTA_NAMES.filter((quota) => quotas.includes(quota)).map((quota) => ({
    quota,
    limit: limits.get(quota) ?? null,
    used: uses.get(quota) ?? 0,
  }))
}

type User = Pick<Caller, 'tenant_id' | 'user_id'>

/** Throws 100019 when the user may not use so many more; administrators of the organisation are bound by theirs alike. */
export async function requireQuota(
  q: Kysely<Schema>,
  { tenant_id, user_id }: User,
  quota: Quota,
  { more = 1, code = '100019' }: { more?: number; code?: Code } = {},
): Promise<void> {
  // One transaction of a user after the other: two at once would each find the same room.
  await sql`select from app_user where user_id = ${user_id} for no key update`.execute(q)
  const [{ limit = null, used = 0 } = {}] = await quotasOf(q, tenant_id, user_id, [quota])
  if (limit === null) return
  if (used + more > limit) throw new ApiError(code)
  await notifyWhenNear(q, { tenant_id, user_id }, { quota, limit, used: used + more, more })
}

/** Throws 100019, with the words for its field, when the organisation would take more of a space than its administrators may keep. */
async function requireSpace(
  q: Kysely<Schema>,
  { tenant_id, user_id }: User,
  quota: 'screen_bytes' | 'organisation_gallery_bytes',
  { more, field }: { more: number; field?: string },
): Promise<void> {
  const taken = counts(tenant_id, user_id)[quota]
  const { rows } = await countAlone(q, quota, () =>
    sql<{ used: number; kept: number | null }>`
      select ${taken} as used, k.kept from (${keptBy(quota)}) k where k.tenant_id = ${tenant_id}`.execute(q),
  )
  const { used = 0, kept = null } = rows[0] ?? {}
  if (kept === null) return
  if (used + more > kept) {
    if (field === undefined) throw new ApiError('100019')
    const { zh, en } = QUOTAS[quota]
    const most = Math.floor(kept / 1024 ** 2)
    throw new WrongField(field, { zh: `${zh}最多 ${most} MB`, en: `${en} may be ${most} MB at most` }, '100019')
  }
  await notifyWhenNear(q, { tenant_id, user_id }, { quota, limit: kept, used: used + more, more })
}

/** Throws 100019 when the screens and dashboards of the organisation and their versions would take more than its administrators may keep. */
export async function requireScreenSpace(
  q: Kysely<Schema>,
  user: User,
  ...added: readonly { document: string; thumbnail?: string | null | undefined }[]
): Promise<void> {
  let more = 0
  for (const { document, thumbnail } of added) more += Buffer.byteLength(document) + Buffer.byteLength(thumbnail ?? '')
  await requireSpace(q, user, 'screen_bytes', { more })
}

/** Throws 100019 when the galleries of all users of the organisation would take more than its administrators may keep. */
export const requireGallerySpace = (q: Kysely<Schema>, user: User, more: number): Promise<void> =>
  requireSpace(q, user, 'organisation_gallery_bytes', { more, field: 'files' })

/** Of what an organisation has a bounded number of, the table. */
export const BOUNDED_TABLES = {
  users: 'app_user',
  user_groups: 'user_group',
  roles: 'role',
  device_groups: 'device_group',
  devices: 'device',
  listed_devices: 'device_listing',
  templates: 'template',
  alarm_rules: 'alarm_rule',
  template_groups: 'template_group',
  permission_items: 'permission_item',
  screens: 'screen',
  resources: 'resource',
  resource_categories: 'resource_category',
  embed_keys: 'embed_key',
  share_links: 'share_link',
} as const satisfies Record<keyof typeof ORGANISATION_MOST, keyof Schema>

/** Throws 100019 when the organisation would have more users, groups, devices and the like than it may have. */
export async function requireRoom(
  q: Kysely<Schema>,
  what: keyof typeof ORGANISATION_MOST,
  more: number = 1,
): Promise<void> {
  if (more === 0) return
  const table = sql.table(BOUNDED_TABLES[what])
  const { rows } = await countAlone(q, what, () =>
    sql<{ count: number }>`select count(*) as count from ${table}`.execute(q),
  )
  if ((rows[0]?.count ?? 0) + more > ORGANISATION_MOST[what]) throw new ApiError('100019')
}

/** The same of an organisation that the owner acts for, in the owner's transaction. */
export async function requireRoomOf(q: Kysely<Schema>, tenant_id: number, what: 'devices'): Promise<void> {
  await sql`select set_config('app.tenant', ${String(tenant_id)}, true)`.execute(q)
  const { rows } = await countAlone(q, what, () =>
    sql<{ count: number }>`
      select count(*) as count from device where tenant_id = ${tenant_id} and deregistered_time is null`.execute(q),
  )
  if ((rows[0]?.count ?? 0) + 1 > ORGANISATION_MOST[what]) throw new ApiError('100019')
}

/** Counts one more of what is counted when it happens; throws 100019 when the user may use no more. */
export async function spendQuota(q: Kysely<Schema>, { tenant_id, user_id }: User, quota: PersonChannel): Promise<void> {
  const own = await q
    .selectFrom('user_quota')
    .select('limit_value')
    .where('user_id', '=', user_id)
    .where('quota', '=', quota)
    .executeTakeFirst()
  const most = (await installationMost(q)).get(quota) ?? null
  const limit = lesser(own ? own.limit_value : QUOTAS[quota].fallback, most)
  // The count is checked as it is taken, and not before: of many at once each finds what the others left.
  const { rows } = await sql<{ used: number }>`
    insert into user_use as u (tenant_id, user_id, quota, used)
      select ${tenant_id}, ${user_id}, ${quota}, 1 where coalesce(${limit}::bigint > 0, true)
      on conflict (tenant_id, user_id, quota) do update set used = u.used + 1
        where coalesce(${limit}::bigint > u.used, true)
      returning used`.execute(q)
  const [spent] = rows
  if (!spent) throw new ApiError('100019')
  if (limit !== null) await notifyWhenNear(q, { tenant_id, user_id }, { quota, limit, used: spent.used, more: 1 })
}

/** Notifies the user when these `more` bring the quota near its limit. */
async function notifyWhenNear(
  q: Kysely<Schema>,
  user: User,
  { quota, limit, used, more }: { quota: Quota; limit: number; used: number; more: number },
): Promise<void> {
  const isNear = (n: number) => n * 100 >= limit * LIMITS.quotaNear
  // What is counted in ones at a small limit is used up before it is nearly so.
  if (isNear(used) && !isNear(used - more))
    await notifyQuotaNear(q, { ...user, quota, percent: Math.floor((used * 100) / limit) })
}

/** Of some quotas, beyond what nobody sets them from now on. */
async function settableMost(q: Kysely<Schema>): Promise<Map<string, number | null>> {
  const { rows } = await sql<{ quota: string; most: number | null }>`
    select quota, quota_settable(quota) as most from unnest(${[...QUOTA_NAMES]}::text[]) quota`.execute(q)
  return new Map(rows.map(({ quota, most }) => [quota, most]))
}

/** Sets limits of a user; nobody but an administrator gives more than the own limit, nor anybody more than the installation lets be kept. */
export async function setQuotas(
  q: Kysely<Schema>,
  caller: Caller,
  user_id: number,
  quotas: readonly { quota: Quota; limit: number | null }[],
): Promise<void> {
  const { tenant_id } = caller
  const own = await limitsOf(q, caller.user_id)
  const before = await limitsOf(q, user_id)
  const settable = await settableMost(q)
  for (const [i, { quota, limit }] of quotas.entries()) {
    const ofCaller = caller.user_type === 1 ? null : (own.get(quota) ?? null)
    const ofInstallation = limit === before.get(quota) ? null : (settable.get(quota) ?? null)
    const most = lesser(ofCaller, ofInstallation)
    if (most !== null && (limit === null || limit > most))
      throw new WrongField(`quotas.${i}.limit`, { zh: `最多 ${most}`, en: `may be ${most} at most` })
    await q
      .insertInto('user_quota')
      .values({ tenant_id, user_id, quota, limit_value: limit })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'quota']).doUpdateSet({ limit_value: limit }))
      .execute()
  }
}

/** Drops the oldest alarms that an organisation keeps beyond its limit, and notifies of points that are nearly too many. For a job. */
export async function dropBeyondQuotas(
  db: Db,
  { tally = alarmTally(db), closing }: { tally?: Tally; closing?: AbortSignal } = {},
): Promise<void> {
  for await (const tenant_ids of tenantsInPieces(db, closing)) {
    await db.system((q) => notifyPointsNear(q, tenant_ids), 'reports')
    await dropAlarmsBeyondQuotas(db, tenant_ids, { tally, closing })
  }
}
