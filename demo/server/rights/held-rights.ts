import { type Kysely, sql } from 'kysely'
import { PERMISSION_CODES, USER_TYPES } from '../../../core/catalogue/permissions.ts'
import type { Schema } from '../db/schema.ts'
import { groupsBelow } from '../fleet/group-tree.ts'
import { NO_REACH, type Reaches } from '../http/caller.ts'

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

/** What a user holds now, of the roles and directly; null when the user is gone, locked or of a closed organisation. */
export async function heldBy(q: Kysely<Schema>, { tenant_id, user_id }: Who) {
  const user = await q
    .selectFrom('app_user as u')
    .innerJoin('tenant as t', 't.tenant_id', 'u.tenant_id')
    .select(['u.user_name', 'u.name', 'u.user_type', 'u.permissions', 'u.user_group_id', 'u.is_experience'])
    .where('u.tenant_id', '=', tenant_id)
    .where('u.user_id', '=', user_id)
    .where('u.is_active', '=', 1)
    .where('t.closed_time', 'is', null)
    .executeTakeFirst()
  if (!user) return null
  const { user_name, name, user_type, user_group_id, is_experience } = user
  const word = TYPE_WORDS[user_type - 1] ?? ''
  const person = { tenant_id, user_id, user_name, name, user_type, user_group_id, is_experience }
  if (user_type === 1)
    return { ...person, roles: [...PERMISSION_CODES, word], may_see: 'all' as const, may_write: 'all' as const }
  const carried = await q
    .selectFrom('user_role as ur')
    .innerJoin('role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'ur.tenant_id').onRef('r.role_id', '=', 'ur.role_id'),
    )
    .select('r.permissions')
    .where('ur.tenant_id', '=', tenant_id)
    .where('ur.user_id', '=', user_id)
    .execute()
  const codes = new Set([...carried.flatMap(({ permissions }) => permissions), ...user.permissions])
  return { ...person, roles: [...codes, word], ...(await devicesOf(q, { tenant_id, user_id })) }
}

/** Granted groups and all below them: a right holds downwards. */
async function devicesOf(
  q: Kysely<Schema>,
  { tenant_id, user_id }: Who,
): Promise<{ may_see: Reaches; may_write: Reaches }> {
  const { rows: grants } = await sql<{ group_id: number; may_write: boolean }>`
    select group_id, may_write from user_device_right where tenant_id = ${tenant_id} and user_id = ${user_id}
    union all
    select d.group_id, d.may_write from role_device_right d
      join user_role u on u.tenant_id = d.tenant_id and u.role_id = d.role_id
      where u.tenant_id = ${tenant_id} and u.user_id = ${user_id}`.execute(q)
  if (grants.length === 0) return { may_see: NO_REACH, may_write: NO_REACH }
  const groups = await q
    .selectFrom('device_group')
    .select(['group_id', 'parent_id'])
    .where('tenant_id', '=', tenant_id)
    .execute()
  const below = (granted: typeof grants): Reaches => {
    const roots = granted.map(({ group_id }) => group_id)
    return [{ groups: groupsBelow(groups, roots), devices: new Set() }]
  }
  return { may_see: below(grants), may_write: below(grants.filter(({ may_write }) => may_write)) }
}
