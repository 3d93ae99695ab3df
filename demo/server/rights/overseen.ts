import { type ExpressionBuilder, type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Row, Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import type { Caller } from '../http/caller.ts'

/** User groups whose users a caller oversees: all of the organisation, or the own group and those below it. */
export type Overseen = 'all' | readonly number[]

/** What a caller oversees; nothing for who is in no group and no administrator. */
export async function overseenBy(q: Kysely<Schema>, { user_type, user_group_id }: Caller): Promise<Overseen> {
  if (user_type === 1) return 'all'
  if (user_group_id === null) return []
  return groupsUnder(q, user_group_id)
}

/** A user group and all below it. */
export async function groupsUnder(q: Kysely<Schema>, user_group_id: number): Promise<number[]> {
  const { rows } = await sql<{ user_group_id: number }>`
    with recursive under as (
      select tenant_id, user_group_id from user_group where user_group_id = ${user_group_id}
      union
      select g.tenant_id, g.user_group_id from user_group g
        join under u on u.tenant_id = g.tenant_id and u.user_group_id = g.parent_id
    )
    select user_group_id from under`.execute(q)
  return rows.map((row) => row.user_group_id)
}

/** The users in what a caller oversees: administrators are overseen by administrators alone. */
export async function overseenUsers(q: Kysely<Schema>, caller: Caller): Promise<'all' | number[]> {
  const overseen = await overseenBy(q, caller)
  if (overseen === 'all') return 'all'
  const users = q.selectFrom('app_user as u').select('u.user_id').where(areOverseen(overseen))
  return (await users.execute()).map(({ user_id }) => user_id)
}

/** Of an audit line: whether one of these did it, or it was done to one of them. */
export const isOfUsers = (users: readonly number[]) =>
  sql<boolean>`(user_id = any(${numbers(users)}::bigint[]) or target_user_id = any(${numbers(users)}::bigint[]))`

/** Whether a user of this group is overseen. */
export const oversees = (overseen: Overseen, user_group_id: number | null): boolean =>
  overseen === 'all' || (user_group_id !== null && overseen.includes(user_group_id))

/** The condition on `app_user u`: administrators are overseen by administrators alone. */
export const areOverseen = (overseen: Overseen) => (on: ExpressionBuilder<{ u: Schema['app_user'] }, 'u'>) =>
  overseen === 'all'
    ? on.val(true)
    : on.and([on('u.user_type', '<>', 1), sql<boolean>`u.user_group_id = any(${[...overseen]}::bigint[])`])

export type Target = Pick<
  Row<'app_user'>,
  'user_id' | 'user_name' | 'name' | 'user_type' | 'user_group_id' | 'permissions' | 'user_tel' | 'email' | 'is_active'
>

/**
 * The users of these ids that the caller may act upon: overseen ones, and for an administrator2 or a sub-user only
 * sub-users. Others are as if they did not exist.
 */
export async function targetsOf(
  q: Kysely<Schema>,
  caller: Caller,
  user_ids: readonly number[],
): Promise<Map<number, Target>> {
  const overseen = await overseenBy(q, caller)
  const rows = await q
    .selectFrom('app_user as u')
    .select(['u.user_id', 'u.user_name', 'u.name', 'u.user_type', 'u.user_group_id', 'u.permissions'])
    .select(['u.user_tel', 'u.email', 'u.is_active'])
    .where(sql<boolean>`u.user_id = any(${[...user_ids]}::bigint[])`)
    .where('u.is_experience', '=', false)
    .where(areOverseen(overseen))
    .execute()
  const mayActOn = (row: Target) => caller.user_type === 1 || row.user_type === 3
  return new Map(rows.filter(mayActOn).map((row) => [row.user_id, row]))
}

/** As `targetsOf`, for one; throws 110310 when there is no such user for this caller. */
export async function targetOf(q: Kysely<Schema>, caller: Caller, user_id: number): Promise<Target> {
  const target = (await targetsOf(q, caller, [user_id])).get(user_id)
  if (!target) throw new ApiError('110310')
  return target
}

/** Throws 202001 unless the group is one that the caller oversees; the top (null) is for administrators. */
export async function requireGroup(q: Kysely<Schema>, caller: Caller, user_group_id: number | null): Promise<void> {
  if (user_group_id === null) {
    if (caller.user_type !== 1) throw new ApiError('202001')
    return
  }
  const overseen = await overseenBy(q, caller)
  const row = await q
    .selectFrom('user_group')
    .select('user_group_id')
    .where('user_group_id', '=', user_group_id)
    .executeTakeFirst()
  if (!row || !oversees(overseen, user_group_id)) throw new ApiError('202001')
}

/** Roles that the caller sees: those of the whole organisation, and those made within the groups that the caller oversees. */
export async function seenRoles(q: Kysely<Schema>, caller: Caller) {
  const overseen = await overseenBy(q, caller)
  const roles = q.selectFrom('role as r')
  if (overseen === 'all') return roles
  return roles.where((on) =>
    on.or([on('r.user_group_id', 'is', null), sql<boolean>`r.user_group_id = any(${[...overseen]}::bigint[])`]),
  )
}
