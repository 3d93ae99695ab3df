import { type Kysely, sql } from 'kysely'
import { hasRight } from '../../../core/catalogue/held-rights.ts'
import { PERMISSION_CODES, USER_TYPES } from '../../../core/catalogue/permissions.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { snKey } from '../../../core/rules/sn.ts'
import type { Schema } from '../db/schema.ts'
import { groupsBelow } from '../fleet/group-tree.ts'
import { type Caller, holdsGroup, NO_REACH, NO_SHARES, type Reaches, type Shared, type Shares } from '../http/caller.ts'

interface Who {
  tenant_id: number
  user_id: number
}

/** Rights as roles carry them and as users hold them directly. */
export interface CarriedRights {
  permissions: string[]
  device_rights: { group_id: number; may_write: boolean }[]
  template_rights: { template_id: number; may_write: boolean }[]
  item_rights: { template_id: number; item_id: number }[]
}

/** The words of `user_type` 1, 2 and 3. */
const TYPE_WORDS = Object.keys(USER_TYPES)

/** A group that is granted, with all below it. */
interface Grant {
  group_id: number
  may_write: boolean
}

/**
 * Who these users of an organisation are, which rights they hold of the roles and directly, which device groups are granted,
 * and which devices shared: in a few statements, however many they are, sent together: whoever calls waits for the store once.
 * Users who are gone, locked or of a closed organisation are missing.
 */
export async function holdersOf(q: Kysely<Schema>, tenant_id: number, user_ids: readonly number[]) {
  const [holders, shares] = await Promise.all([grantedTo(q, tenant_id, user_ids), sharesOf(q, tenant_id, user_ids)])
  return new Map(
    [...holders].map(([user_id, holder]) => [
      user_id,
      { ...holder, shares: (holder.grants !== 'all' && shares.get(user_id)) || NO_SHARES },
    ]),
  )
}

/** The same without what is shared. */
async function grantedTo(q: Kysely<Schema>, tenant_id: number, user_ids: readonly number[]) {
  const [users, { codesOf, grantsOf }] = await Promise.all([
    q
      .selectFrom('app_user as u')
      .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
      .select([
        'u.user_id',
        'u.user_name',
        'u.name',
        'u.full_name',
        'u.must_change_password',
        'u.user_type',
        'u.permissions',
        'u.user_group_id',
        'u.is_experience',
      ])
      .where('u.tenant_id', '=', tenant_id)
      .where(sql<boolean>`u.user_id = any(${[...user_ids]}::bigint[])`)
      .where('u.is_active', '=', 1)
      .where('t.closed_time', 'is', null)
      .execute(),
    heldByRole(q, tenant_id, user_ids),
  ])
  return new Map(
    users.map(({ permissions, ...user }) => {
      const isFirst = user.user_type === 1
      const codes = isFirst ? PERMISSION_CODES : new Set([...codesOf(user.user_id), ...permissions])
      const roles = [...codes, TYPE_WORDS[user.user_type - 1] ?? '']
      const grants = isFirst ? ('all' as const) : grantsOf(user.user_id)
      return [user.user_id, { person: { tenant_id, ...user }, roles, grants }]
    }),
  )
}

const grouped = <T>(rows: readonly T[], keyOf: (row: T) => number): Map<number, T[]> => {
  const groups = new Map<number, T[]>()
  for (const row of rows) {
    const own = groups.get(keyOf(row))
    if (own) own.push(row)
    else groups.set(keyOf(row), [row])
  }
  return groups
}

/** What users hold, administrators apart; a role that many of them have is read once. */
async function heldByRole(q: Kysely<Schema>, tenant_id: number, user_ids: readonly number[]) {
  if (user_ids.length === 0) return { codesOf: () => [], grantsOf: () => [] }
  const isOne = sql`any(${[...user_ids]}::bigint[])`
  const [taken, { rows: roles }, { rows: granted }] = await Promise.all([
    q
      .selectFrom('user_role')
      .select(['user_id', 'role_id'])
      .where('tenant_id', '=', tenant_id)
      .where(sql<boolean>`user_id = ${isOne}`)
      .execute(),
    sql<{ role_id: number; permissions: string[] }>`
      select r.role_id, r.permissions from role r where r.tenant_id = ${tenant_id} and r.role_id in
        (select u.role_id from user_role u where u.tenant_id = ${tenant_id} and u.user_id = ${isOne})`.execute(q),
    // Many roles name the same groups.
    sql<Grant & { user_id: number }>`
      select user_id, group_id, bool_or(may_write) as may_write from (
        select user_id, group_id, may_write from user_device_right where tenant_id = ${tenant_id} and user_id = ${isOne}
        union all
        select u.user_id, d.group_id, d.may_write from user_role u
          join role_device_right d on d.tenant_id = u.tenant_id and d.role_id = u.role_id
          where u.tenant_id = ${tenant_id} and u.user_id = ${isOne}) as g
        group by user_id, group_id`.execute(q),
  ])
  const roleOf = new Map(roles.map((role) => [role.role_id, role]))
  const byUser = grouped(taken, ({ user_id }) => user_id)
  const grantsOf = grouped(granted, ({ user_id }) => user_id)
  return {
    codesOf: (user_id: number) =>
      (byUser.get(user_id) ?? []).flatMap(({ role_id }) => roleOf.get(role_id)?.permissions ?? []),
    grantsOf: (user_id: number): Grant[] => grantsOf.get(user_id) ?? [],
  }
}

/** The groups of devices, where one of these is no administrator. */
const treeFor = (q: Kysely<Schema>, tenant_id: number, user_ids: readonly number[]) =>
  q
    .selectFrom('device_group')
    .select(['group_id', 'parent_id'])
    .where('tenant_id', '=', tenant_id)
    .where(
      sql<boolean>`exists (select from app_user u where u.tenant_id = ${tenant_id} and u.user_type <> 1
        and u.user_id = any(${[...user_ids]}::bigint[]))`,
    )
    .execute()

/**
 * What others share with users. A share holds as far as its maker could make it now: an administrator, or who registered the
 * device and reaches it by its group; and lets write where the maker may write himself.
 */
async function sharesOf(
  q: Kysely<Schema>,
  tenant_id: number,
  user_ids: readonly number[],
): Promise<Map<number, Shares>> {
  const { rows } = await sql<
    Omit<Shared, 'by_name'> & {
      user_id: number
      by_user_id: number
      sn_code: string
      group_id: number
      registered_user_id: number | null
    }
  >`
    select s.user_id, s.by_user_id, s.may_write, s.until_time, d.sn_code, d.group_id, d.registered_user_id
      from device_share s join device d on d.tenant_id = s.tenant_id and d.device_id = s.device_id
      where s.tenant_id = ${tenant_id} and s.user_id = any(${[...user_ids]}::bigint[]) and d.deregistered_time is null
        and (s.until_time is null or s.until_time > ${Date.now()})`.execute(q)
  const found = new Map<number, Map<string, Shared>>()
  if (rows.length === 0) return found
  const made = [...new Set(rows.map(({ by_user_id }) => by_user_id))]
  const [makers, groups] = await Promise.all([grantedTo(q, tenant_id, made), treeFor(q, tenant_id, made)])
  const reaches = new Map([...makers].map(([user_id, { grants }]) => [user_id, devicesOf(groups, grants)]))
  for (const { user_id, by_user_id, sn_code, group_id, registered_user_id, may_write, until_time } of rows) {
    const maker = makers.get(by_user_id)
    const reach = reaches.get(by_user_id)
    if (!maker || !reach) continue
    const isOwn = maker.grants === 'all' || registered_user_id === by_user_id
    if (!isOwn || !hasRight(maker.roles, 'P33000') || !holdsGroup(reach.may_see, group_id)) continue
    const isWritten = may_write && hasRight(maker.roles, 'P30400') && holdsGroup(reach.may_write, group_id)
    const own = found.get(user_id) ?? new Map<string, Shared>()
    found.set(user_id, own.set(snKey(sn_code), { by_name: maker.person.name, may_write: isWritten, until_time }))
  }
  return found
}

/**
 * What users of an organisation hold now, of the roles and directly: in a few statements, however many they are. Those who
 * are gone, locked or of a closed organisation are missing.
 */
export async function heldByEach(q: Kysely<Schema>, tenant_id: number, user_ids: readonly number[]) {
  const [holders, groups] = await Promise.all([holdersOf(q, tenant_id, user_ids), treeFor(q, tenant_id, user_ids)])
  return new Map(
    [...holders].map(([user_id, { person, roles, grants, shares }]) => [
      user_id,
      { ...person, roles, ...devicesOf(groups, grants), shares },
    ]),
  )
}

/** The same of one user; null when there is none. */
export async function heldBy(q: Kysely<Schema>, { tenant_id, user_id }: Who) {
  return (await heldByEach(q, tenant_id, [user_id])).get(user_id) ?? null
}

/** Granted groups and all below them: a right holds downwards. */
function devicesOf(
  groups: Parameters<typeof groupsBelow>[0],
  grants: 'all' | readonly Grant[],
): { may_see: Reaches; may_write: Reaches } {
  if (grants === 'all') return { may_see: 'all', may_write: 'all' }
  if (grants.length === 0) return { may_see: NO_REACH, may_write: NO_REACH }
  const below = (granted: readonly Grant[]): Reaches => {
    const roots = granted.map(({ group_id }) => group_id)
    return [{ groups: groupsBelow(groups, roots), devices: new Set() }]
  }
  return { may_see: below(grants), may_write: below(grants.filter(({ may_write }) => may_write)) }
}

const both = (one: Reaches, other: Reaches): Reaches => {
  if (one === 'all') return other
  return other === 'all' ? one : [...one, ...other]
}

/**
 * The caller with no more devices than the own groups and shares hold now: one may have been moved since the call began. What
 * is taken from roles, users and keys ends their calls by itself. Refused with 110509 when the user is locked or gone by then.
 */
export async function reachingNow(q: Kysely<Schema>, caller: Caller): Promise<Caller> {
  if (caller.guest !== null || caller.may_see === 'all') return caller
  const held = await heldBy(q, caller)
  if (!held) throw new ApiError('110509')
  return {
    ...caller,
    may_see: both(caller.may_see, held.may_see),
    may_write: both(caller.may_write, held.may_write),
    shares: new Map([...held.shares].filter(([sn]) => caller.shares.has(sn))),
  }
}
