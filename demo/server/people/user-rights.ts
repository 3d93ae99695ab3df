import { type Kysely, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import {
  beyond,
  type CarriedRights,
  givableBy,
  reachesMoreDevices,
  reachesMoreTemplates,
  rightsOfRoles,
  type Target,
} from '../rights/index.ts'

/** What a user holds beside the roles. */
export async function directOf(q: Kysely<Schema>, user_id: number): Promise<CarriedRights> {
  const { permissions } = await q
    .selectFrom('app_user')
    .select('permissions')
    .where('user_id', '=', user_id)
    .executeTakeFirstOrThrow()
  return {
    permissions,
    device_rights: await q
      .selectFrom('user_device_right')
      .select(['group_id', 'may_write'])
      .where('user_id', '=', user_id)
      .execute(),
    template_rights: await q
      .selectFrom('user_template_right')
      .select(['template_id', 'may_write'])
      .where('user_id', '=', user_id)
      .execute(),
    item_rights: await q
      .selectFrom('user_item_right as r')
      .innerJoin('permission_item as i', (join) =>
        join.onRef('i.tenant_id', '=', 'r.tenant_id').onRef('i.item_id', '=', 'r.item_id'),
      )
      .select(['i.template_id', 'i.item_id'])
      .where('r.user_id', '=', user_id)
      .execute(),
  }
}

/** What the roles of a user carry together. */
export async function rolesOf(q: Kysely<Schema>, user_id: number): Promise<CarriedRights> {
  const roles = await q.selectFrom('user_role').select('role_id').where('user_id', '=', user_id).execute()
  const carried = [
    ...(
      await rightsOfRoles(
        q,
        roles.map(({ role_id }) => role_id),
      )
    ).values(),
  ]
  return {
    permissions: [...new Set(carried.flatMap(({ permissions }) => permissions))],
    device_rights: carried.flatMap(({ device_rights }) => device_rights),
    template_rights: carried.flatMap(({ template_rights }) => template_rights),
    item_rights: carried.flatMap(({ item_rights }) => item_rights),
  }
}

/** The permissions that the roles of some users carry together. */
export async function permissionsByRole(
  q: Kysely<Schema>,
  user_ids: readonly number[],
): Promise<Map<number, Set<string>>> {
  const held = await q
    .selectFrom('user_role')
    .select(['user_id', 'role_id'])
    .where(sql<boolean>`user_id = any(${[...user_ids]}::bigint[])`)
    .execute()
  const carried = await rightsOfRoles(q, [...new Set(held.map(({ role_id }) => role_id))])
  const of = new Map<number, Set<string>>(user_ids.map((user_id) => [user_id, new Set()]))
  for (const { user_id, role_id } of held)
    for (const code of carried.get(role_id)?.permissions ?? []) of.get(user_id)?.add(code)
  return of
}

/**
 * Throws 100015 when the user holds a right that the caller does not, or reaches a template, made or shared, or a device that
 * is shared with him or offered to him, that the caller does not: who can act as a user, or let himself in as one, holds that
 * user's rights.
 */
export async function requireNoMore(q: Kysely<Schema>, caller: Caller, { user_id }: Target): Promise<void> {
  if (caller.user_type === 1) return
  const givable = await givableBy(q, caller)
  const held = [await directOf(q, user_id), await rolesOf(q, user_id)]
  const holdsMore = held.some((rights) => beyond(rights, givable) !== null)
  const reachesMore =
    holdsMore || (await reachesMoreTemplates(q, caller, user_id)) || (await reachesMoreDevices(q, caller, user_id))
  if (reachesMore) throw new ApiError('100015')
}
