import { type Kysely, sql } from 'kysely'
import { isPermission, PERMISSION_CODES } from '../../../core/catalogue/permissions.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Role, RoleRow } from '../../../core/contract/role.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import { type Db, DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { sortOf } from '../http/sort.ts'
import { requireRoom, requireRoomFor } from '../quotas/index.ts'
import {
  beyond,
  type CarriedRights,
  changePeople,
  eachOnce,
  givableBy,
  requireGivable,
  rightsOfRoles,
  rolesBeyond,
  seenRoles,
} from '../rights/index.ts'
import type { CustomPages } from './landing.ts'
import type { Sessions } from './sessions.ts'

export interface RoleParts {
  db: Db
  sessions: Sessions
  customPages: CustomPages
  now?: () => number
}

const uniqueViolation = '23505'
const SORTS = ['role_name', 'created_time', 'role_type'] as const

async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DbError) || error.code !== uniqueViolation) throw error
    throw new WrongField('role_name', { zh: '角色名称已存在', en: 'is the name of another role' })
  }
}

/** Roles that the caller sees, without what they carry but the codes. */
const shownRoles = async (q: Kysely<Schema>, caller: Caller, role_ids: readonly number[]) =>
  (await seenRoles(q, caller))
    .select(['r.role_id', 'r.role_name', 'r.role_type', 'r.remarks', 'r.custom_home', 'r.home_dashboard_id'])
    .select('r.dashboard_full_screen')
    .select(['r.created_time', 'r.user_group_id', 'r.permissions'])
    .select(
      sql<boolean>`r.role_type = 0 or exists (select from role_device_right d where d.role_id = r.role_id)`.as(
        'has_devices',
      ),
    )
    .select((on) =>
      on
        .selectFrom('user_role as ur')
        .whereRef('ur.role_id', '=', 'r.role_id')
        .select(on.fn.countAll<number>().as('n'))
        .as('user_count'),
    )
    // The organisation's own role is every administrator's, without a row for each.
    .select((on) =>
      on
        .selectFrom('app_user as u')
        .where('u.user_type', '=', 1)
        .select(on.fn.countAll<number>().as('n'))
        .as('administrators'),
    )
    .where(sql<boolean>`r.role_id = any(${[...role_ids]}::bigint[])`)
    .execute()

/** Roles that the caller holds, or who acts as him: nobody changes the own rights. */
async function heldRoles(q: Kysely<Schema>, { user_id, by }: Caller): Promise<ReadonlySet<number>> {
  const rows = await q
    .selectFrom('user_role')
    .select('role_id')
    .where('user_id', 'in', by ? [user_id, by.user_id] : [user_id])
    .execute()
  return new Set(rows.map(({ role_id }) => role_id))
}

/** Of the roles that the caller could give, an administrator changes all, and an administrator2 those made in the own subtree. */
const mayEdit = (
  { user_type }: Caller,
  { role_id, user_group_id }: { role_id: number; user_group_id: number | null },
  held: ReadonlySet<number>,
) => user_type === 1 || (user_group_id !== null && !held.has(role_id))

async function roleOf(
  q: Kysely<Schema>,
  caller: Caller,
  role_id: number,
  customPages: CustomPages,
): Promise<Role & { user_group_id: number | null }> {
  const [row] = await shownRoles(q, caller, [role_id])
  const rights = (await rightsOfRoles(q, [role_id])).get(role_id)
  if (!row || !rights) throw new ApiError('100002')
  const is_givable = row.role_type !== 0 && beyond(rights, await givableBy(q, caller)) === null
  const { administrators, has_devices: _, ...shown } = row
  const { home_dashboard_id } = row
  const home = home_dashboard_id === null ? null : await customPages.named(q, caller, home_dashboard_id)
  return {
    ...shown,
    ...rights,
    permissions: rights.permissions.filter(isPermission),
    role_type: row.role_type === 0 ? 0 : 1,
    custom_home: row.custom_home !== null && isPermission(row.custom_home) ? row.custom_home : null,
    home_dashboard_name: home?.dashboard_name ?? null,
    user_count: (row.role_type === 0 ? administrators : row.user_count) ?? 0,
    is_givable,
    is_editable: is_givable && mayEdit(caller, row, await heldRoles(q, caller)),
  }
}

/** What a caller may change: custom roles, an administrator2 only those made in the own subtree that he does not hold. */
async function ownRole(q: Kysely<Schema>, caller: Caller, role_id: number, customPages: CustomPages) {
  const role = await roleOf(q, caller, role_id, customPages)
  if (role.role_type === 0) throw new ApiError('110321')
  if (!role.is_editable) throw new ApiError('100015')
  return role
}

async function writeRights(
  q: Kysely<Schema>,
  tenant_id: number,
  role_id: number,
  rights: CarriedRights,
): Promise<void> {
  const of = { tenant_id, role_id }
  await q.deleteFrom('role_device_right').where('role_id', '=', role_id).execute()
  await q.deleteFrom('role_template_right').where('role_id', '=', role_id).execute()
  await q.deleteFrom('role_item_right').where('role_id', '=', role_id).execute()
  const devices = rights.device_rights.map((right) => ({ ...of, ...right }))
  const templates = rights.template_rights.map((right) => ({ ...of, ...right }))
  const items = rights.item_rights.map(({ item_id }) => ({ ...of, item_id }))
  if (devices.length > 0) await q.insertInto('role_device_right').values(devices).execute()
  if (templates.length > 0) await q.insertInto('role_template_right').values(templates).execute()
  if (items.length > 0) await q.insertInto('role_item_right').values(items).execute()
  await requireRoomFor(q, tenant_id, 'rights', 'device_rights')
}

const carriedBy = ({ permissions, device_rights, template_rights, item_rights }: CarriedRights): CarriedRights => ({
  permissions,
  device_rights,
  template_rights,
  item_rights,
})

/** What the audit trail shows of a role. */
const auditedOf = ({ role_name, remarks, custom_home, home_dashboard_id, dashboard_full_screen, ...role }: Role) => ({
  role_name,
  remarks,
  custom_home,
  home_dashboard_id,
  dashboard_full_screen,
  ...carriedBy(role),
})

type Described = Pick<Role, 'role_name' | 'remarks' | 'custom_home' | 'home_dashboard_id' | 'dashboard_full_screen'>

/** What describes a role. Its dashboard counts with the custom page as its first page alone, and has to be one that the caller sees. */
async function describedRole(
  q: Kysely<Schema>,
  caller: Caller,
  customPages: CustomPages,
  { role_name, remarks, custom_home, home_dashboard_id: home, dashboard_full_screen }: Described,
  before: number | null = null,
): Promise<Described> {
  if (home !== null && home !== before && (await customPages.named(q, caller, home)) === null)
    throw new WrongField(
      'home_dashboard_id',
      { zh: '仪表盘不存在', en: 'names a dashboard that there is not' },
      '118001',
    )
  const home_dashboard_id = custom_home === 'P90000' ? home : null
  return { role_name, remarks, custom_home, home_dashboard_id, dashboard_full_screen }
}

export function roleAnswers({
  db,
  sessions,
  customPages,
  now = Date.now,
}: RoleParts): Answers<Contract['role'], Caller> {
  const usersOf = async (q: Kysely<Schema>, role_id: number) =>
    (await q.selectFrom('user_role').select('user_id').where('role_id', '=', role_id).execute()).map(
      ({ user_id }) => user_id,
    )

  return {
    list: ({ page, page_size, sort = 'created_time', search = '' }, caller) => {
      const { field, direction } = sortOf(sort, SORTS)
      return db.tenant(caller.tenant_id, async (q) => {
        const text = search.trim().toLowerCase()
        const found = (await seenRoles(q, caller)).$if(text !== '', (some) =>
          some.where(sql<boolean>`position(${text} in lower(r.role_name || chr(10) || r.remarks)) > 0`),
        )
        const { total } = await found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        const ids = await found
          .select('r.role_id')
          .orderBy(`r.${field}`, direction)
          .orderBy('r.role_id')
          .limit(page_size)
          .offset((page - 1) * page_size)
          .execute()
        const role_ids = ids.map(({ role_id }) => role_id)
        const isBeyond = await rolesBeyond(q, caller, role_ids)
        const held = await heldRoles(q, caller)
        const byId = new Map((await shownRoles(q, caller, role_ids)).map((row) => [row.role_id, row]))
        const rows = role_ids.flatMap((role_id): RoleRow[] => {
          const row = byId.get(role_id)
          if (!row) return []
          const { role_name, remarks, created_time, user_count, administrators, has_devices } = row
          const role_type = row.role_type === 0 ? 0 : 1
          const is_givable = role_type === 1 && !isBeyond.has(role_id)
          const permissions = role_type === 0 ? PERMISSION_CODES : row.permissions
          return [
            {
              role_id,
              role_name,
              role_type,
              remarks,
              created_time,
              is_givable,
              has_devices,
              permission_count: permissions.filter(isPermission).length,
              user_count: (role_type === 0 ? administrators : user_count) ?? 0,
              is_editable: is_givable && mayEdit(caller, row, held),
            },
          ]
        })
        return { rows, total }
      })
    },

    detail: ({ role_id }, caller) => db.tenant(caller.tenant_id, (q) => roleOf(q, caller, role_id, customPages)),

    givable: (_input, caller) => db.tenant(caller.tenant_id, (q) => givableBy(q, caller)),

    create: (input, asking) =>
      namedOnce(
        changePeople(db, asking, async (q, caller) => {
          const { tenant_id } = caller
          const rights = eachOnce(input)
          // A role of the whole organisation is its administrators'.
          if (caller.user_type !== 1 && caller.user_group_id === null) throw new ApiError('100015')
          await requireGivable(q, caller, rights)
          const described = await describedRole(q, caller, customPages, input)
          await requireRoom(q, 'roles')
          const { role_id } = await q
            .insertInto('role')
            .values({
              tenant_id,
              ...described,
              role_type: 1,
              permissions: rights.permissions,
              user_group_id: caller.user_type === 1 ? null : caller.user_group_id,
              created_time: now(),
            })
            .returning('role_id')
            .executeTakeFirstOrThrow()
          await writeRights(q, tenant_id, role_id, rights)
          const detail = changesOf({}, { ...described, ...carriedBy(rights) })
          await writeAudit(q, caller, { action: 'role-create', target: input.role_name, detail }, now())
          return roleOf(q, caller, role_id, customPages)
        }),
      ),

    async edit({ role_id, ...input }, asking) {
      const { tenant_id } = asking
      const rights = eachOnce(input)
      const { role, announceEnded } = await namedOnce(
        changePeople(db, asking, async (q, caller) => {
          const before = await ownRole(q, caller, role_id, customPages)
          await requireGivable(q, caller, rights, carriedBy(before))
          const described = await describedRole(q, caller, customPages, input, before.home_dashboard_id)
          await q
            .updateTable('role')
            .set({ ...described, permissions: rights.permissions })
            .where('role_id', '=', role_id)
            .execute()
          await writeRights(q, tenant_id, role_id, rights)
          const role = await roleOf(q, caller, role_id, customPages)
          const detail = changesOf(auditedOf(before), auditedOf(role))
          await writeChange(q, caller, { action: 'role-edit', target: role.role_name, detail }, now())
          const areRightsOther = Object.keys(changesOf({ ...carriedBy(before) }, { ...carriedBy(role) })).length > 0
          const users = areRightsOther ? await usersOf(q, role_id) : []
          const ended = { tenant_id, user_ids: users.filter((id) => id !== asking.user_id) }
          return { role, announceEnded: await sessions.endWithin(q, ended, 'role') }
        }),
      )
      announceEnded()
      sessions.changed(tenant_id)
      return role
    },

    remove: ({ role_id }, asking) =>
      changePeople(db, asking, async (q, caller) => {
        const role = await ownRole(q, caller, role_id, customPages)
        const { role_name, user_count } = role
        if (user_count > 0) throw new ApiError('202003')
        await q.deleteFrom('role').where('role_id', '=', role_id).execute()
        const detail = changesOf(
          auditedOf(role),
          Object.fromEntries(Object.keys(auditedOf(role)).map((key) => [key, null])),
        )
        await writeAudit(q, caller, { action: 'role-delete', target: role_name, detail }, now())
        return {}
      }),
  }
}
