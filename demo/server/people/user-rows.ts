import { type Kysely, sql } from 'kysely'
import { emailOf, phoneOf } from '../../../core/contract/person.ts'
import type { User } from '../../../core/contract/user.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../http/field-errors.ts'
import { sortOf } from '../http/sort.ts'
import { areOverseen, groupsUnder, type Overseen } from '../rights/index.ts'

export interface UserFilter {
  search?: string | undefined
  user_group_id?: number | undefined
  role_id?: number | undefined
  isActive?: number | undefined
  user_type?: number | undefined
}

/** Users that are overseen and left by the filter, without those of the experience. */
export async function foundUsers(q: Kysely<Schema>, overseen: Overseen, filter: UserFilter) {
  const { search = '', user_group_id, role_id, isActive, user_type } = filter
  const groups = user_group_id === undefined ? [] : await groupsUnder(q, user_group_id)
  const text = search.trim().toLowerCase()
  const searched = sql`lower(concat_ws(chr(10), u.user_name, u.name, u.full_name, u.user_tel, u.email))`
  return q
    .selectFrom('app_user as u')
    .where(areOverseen(overseen))
    .where('u.is_experience', '=', false)
    .$if(text !== '', (some) => some.where(sql<boolean>`position(${text} in ${searched}) > 0`))
    .$if(user_group_id !== undefined, (some) => some.where(sql<boolean>`u.user_group_id = any(${groups}::bigint[])`))
    .$if(role_id !== undefined, (some) =>
      some.where(
        sql<boolean>`exists (select from user_role ur where ur.user_id = u.user_id and ur.role_id = ${role_id})`,
      ),
    )
    .$if(isActive !== undefined, (some) => some.where('u.is_active', '=', isActive as number))
    .$if(user_type !== undefined, (some) => some.where('u.user_type', '=', user_type as number))
}

const SORTS = {
  create_time: 'u.created_time',
  user_name: 'u.user_name',
  name: 'u.name',
  isActive: 'u.is_active',
  last_seen_time: 'u.last_seen_time',
} as const

/** The column of a list's `sort`, and which way. */
export function sortColumn(sort: string) {
  const { field, direction } = sortOf(sort, Object.keys(SORTS) as (keyof typeof SORTS)[])
  return { column: SORTS[field], direction }
}

/** These users as lists show them, in this order. */
export async function usersAsRows(q: Kysely<Schema>, user_ids: readonly number[]): Promise<User[]> {
  if (user_ids.length === 0) return []
  const ids = sql`any(${[...user_ids]}::bigint[])`
  const rows = await q
    .selectFrom('app_user as u')
    .leftJoin('user_group as g', (join) =>
      join.onRef('g.tenant_id', '=', 'u.tenant_id').onRef('g.user_group_id', '=', 'u.user_group_id'),
    )
    .select(['u.user_id', 'u.user_name', 'u.name', 'u.user_type', 'u.user_group_id', 'g.group_name', 'u.user_tel'])
    .select(['u.full_name', 'u.must_change_password', 'u.email', 'u.is_active', 'u.created_time', 'u.last_seen_time'])
    .select(
      sql<boolean>`cardinality(u.permissions) > 0
        or exists (select from user_device_right d where d.user_id = u.user_id)
        or exists (select from user_template_right t where t.user_id = u.user_id)
        or exists (select from user_item_right i where i.user_id = u.user_id)`.as('has_direct'),
    )
    .select(
      sql<boolean>`u.user_type = 1 or exists (select from user_device_right d where d.user_id = u.user_id)
        or exists (select from device_share s where s.user_id = u.user_id
          and (s.until_time is null or s.until_time > ${Date.now()}))`.as('has_own_devices'),
    )
    .where(sql<boolean>`u.user_id = ${ids}`)
    .execute()
  const roles = await q
    .selectFrom('user_role as ur')
    .innerJoin('role as r', (join) =>
      join.onRef('r.tenant_id', '=', 'ur.tenant_id').onRef('r.role_id', '=', 'ur.role_id'),
    )
    .select(['ur.user_id', 'r.role_id', 'r.role_name'])
    .where(sql<boolean>`ur.user_id = ${ids}`)
    .orderBy('r.role_name')
    .execute()
  const byId = new Map(
    rows.map(({ is_active, created_time, ...row }) => [
      row.user_id,
      {
        ...row,
        isActive: is_active === 1 ? (1 as const) : (0 as const),
        create_time: created_time,
        roles: roles
          .filter(({ user_id }) => user_id === row.user_id)
          .map(({ role_id, role_name }) => ({ role_id, role_name })),
      },
    ]),
  )
  return user_ids.flatMap((user_id) => byId.get(user_id) ?? [])
}

/** A phone number as it is kept, or null; refuses at its field what is none. */
export function phoneColumn(user_tel: string | null): string | null {
  if (user_tel === null) return null
  const phone = phoneOf(user_tel)
  if (!phone) throw new WrongField('user_tel', { zh: '手机号格式不正确', en: 'is no phone number' })
  return phone
}

/** As `phoneColumn`, for e-mail addresses. */
export function emailColumn(email: string | null): string | null {
  if (email === null) return null
  const known = emailOf(email)
  if (!known) throw new WrongField('email', { zh: '邮箱格式不正确', en: 'is no e-mail address' })
  return known
}
