import { type Kysely, sql } from 'kysely'
import { SUCCESS } from '../../../core/catalogue/codes.ts'
import {
  isPermission,
  operationsOn,
  PERMISSION_CODES,
  type Permission,
  sectionsOf,
} from '../../../core/catalogue/permissions.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import { changesOf, writeAudit, writeAudits } from '../audit/index.ts'
import type { Schema } from '../db/schema.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { type ChangeBudgets, countChanges } from '../http/many-changes.ts'
import { requireRoomFor } from '../quotas/index.ts'
import {
  type CarriedRights,
  changePeople,
  eachOnce,
  overseenBy,
  requireGivable,
  type Target,
  targetOf,
  targetsOf,
} from '../rights/index.ts'
import type { RoleParts } from './role.ts'
import { directOf, permissionsByRole, rolesOf } from './user-rights.ts'
import { foundUsers } from './user-rows.ts'

const onlyCodes = (rights: CarriedRights) => ({ ...rights, permissions: rights.permissions.filter(isPermission) })

async function privilegesOf(q: Kysely<Schema>, { user_id, user_name, name, user_type }: Target) {
  const from_roles =
    user_type === 1
      ? { permissions: [...PERMISSION_CODES], device_rights: [], template_rights: [], item_rights: [] }
      : await rolesOf(q, user_id)
  const direct = onlyCodes(await directOf(q, user_id))
  return { user_id, user_name, name, user_type, direct, from_roles: onlyCodes(from_roles) }
}

/** Writes the direct permissions of many users in one statement. */
async function writePermissions(
  q: Kysely<Schema>,
  users: readonly { user_id: number; permissions: readonly string[] }[],
): Promise<void> {
  if (users.length === 0) return
  const rows = JSON.stringify(users.map(({ user_id, permissions }) => ({ user_id, permissions })))
  await sql`update app_user u set permissions = n.permissions
    from json_to_recordset(${rows}::json) n (user_id bigint, permissions text[])
    where u.user_id = n.user_id`.execute(q)
}

const CARRIED = ['device_rights', 'template_rights', 'item_rights'] as const

async function writeDirect(q: Kysely<Schema>, tenant_id: number, user_id: number, rights: Partial<CarriedRights>) {
  const of = { tenant_id, user_id }
  const { permissions, device_rights, template_rights, item_rights } = rights
  if (permissions)
    await q
      .updateTable('app_user')
      .set({ permissions: [...new Set(permissions)] })
      .where('user_id', '=', user_id)
      .execute()
  if (device_rights) {
    await q.deleteFrom('user_device_right').where('user_id', '=', user_id).execute()
    const rows = device_rights.map((right) => ({ ...of, ...right }))
    if (rows.length > 0) await q.insertInto('user_device_right').values(rows).execute()
  }
  if (template_rights) {
    await q.deleteFrom('user_template_right').where('user_id', '=', user_id).execute()
    const rows = template_rights.map((right) => ({ ...of, ...right }))
    if (rows.length > 0) await q.insertInto('user_template_right').values(rows).execute()
  }
  if (item_rights) {
    await q.deleteFrom('user_item_right').where('user_id', '=', user_id).execute()
    const rows = item_rights.map(({ item_id }) => ({ ...of, item_id }))
    if (rows.length > 0) await q.insertInto('user_item_right').values(rows).execute()
  }
  const field = CARRIED.find((list) => rights[list]) ?? 'device_rights'
  await requireRoomFor(q, tenant_id, 'rights', field)
}

/** Whether a right that was there is not in what comes. */
function takesAway(before: CarriedRights, after: Partial<CarriedRights>): boolean {
  return (Object.keys(after) as (keyof CarriedRights)[]).some((key) => {
    const kept = new Set((after[key] ?? []).map((right) => JSON.stringify(right)))
    return before[key].some((right) => !kept.has(JSON.stringify(right)))
  })
}

const NOTHING: CarriedRights = { permissions: [], device_rights: [], template_rights: [], item_rights: [] }

export function privilegeAnswers({
  db,
  sessions,
  budgets,
  now = Date.now,
}: Omit<RoleParts, 'customPages'> & { budgets: ChangeBudgets }): Answers<Contract['privilege'], Caller> {
  /** Sets some of a user's direct rights, within what the caller may give. */
  async function change(
    asking: Caller,
    user_id: number,
    input: Partial<CarriedRights>,
    action: 'rights' | 'rights-reset',
  ) {
    const { tenant_id } = asking
    const rights = eachOnce(input)
    const { shown, announceEnded } = await changePeople(db, asking, async (q, caller) => {
      const target = await targetOf(q, caller, user_id)
      // An administrator holds everything; and nobody gives rights to himself.
      if (target.user_type === 1) throw new ApiError('110321')
      if (user_id === caller.user_id) throw new ApiError('100015')
      const before = await directOf(q, user_id)
      await requireGivable(q, caller, { ...NOTHING, ...rights }, before)
      await writeDirect(q, tenant_id, user_id, rights)
      const detail = changesOf({ ...before }, rights)
      const audited = { action, target: target.user_name, target_user_id: user_id, detail }
      await writeAudit(q, caller, audited, now())
      // Granted rights work from the next call on; revoked ones must leave open pages too.
      const ended = { tenant_id, user_ids: takesAway(before, rights) ? [user_id] : [] }
      const announceEnded = await sessions.endWithin(q, ended, 'role')
      return { shown: await privilegesOf(q, target), announceEnded }
    })
    announceEnded()
    sessions.changed(tenant_id)
    return shown
  }

  type Listed = { page: number; page_size: number; sort?: string | undefined; search?: string | undefined }

  const operations = (kind: 'user' | 'device', { page, page_size, search }: Listed, caller: Caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const codes: readonly string[] = operationsOn(kind)
      const found = await foundUsers(q, await overseenBy(q, caller), { search })
      const { total } = await found.select((on) => on.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      const users = await found
        .select(['u.user_id', 'u.user_name', 'u.name', 'u.user_type', 'u.permissions'])
        .orderBy('u.user_type')
        .orderBy('u.user_name')
        .limit(page_size)
        .offset((page - 1) * page_size)
        .execute()
      const ids = users.map(({ user_id }) => user_id)
      const held = await q
        .selectFrom('user_role as ur')
        .innerJoin('role as r', (join) =>
          join.onRef('r.tenant_id', '=', 'ur.tenant_id').onRef('r.role_id', '=', 'ur.role_id'),
        )
        .select(['ur.user_id', 'r.permissions'])
        .where(sql<boolean>`ur.user_id = any(${ids}::bigint[])`)
        .execute()
      const rows = users.map(({ permissions, ...user }) => {
        const byRole = held.filter(({ user_id }) => user_id === user.user_id).flatMap((row) => row.permissions)
        const from_roles = user.user_type === 1 ? codes : codes.filter((code) => byRole.includes(code))
        return { ...user, from_roles: [...from_roles], direct: permissions.filter((code) => codes.includes(code)) }
      })
      return { rows, total }
    })

  type Allowed = { user_ids: readonly number[]; code: Permission; is_allowed: boolean }

  async function allow(kind: 'user' | 'device', { user_ids, code, is_allowed }: Allowed, asking: Caller) {
    const { tenant_id } = asking
    if (!operationsOn(kind).includes(code))
      throw new WrongField('code', { zh: '不是此类操作', en: 'is no operation of this kind' })
    const ids = [...new Set(user_ids)]
    countChanges(budgets, asking, ids.length)
    // A right whose page does not open is none: the sections above it come along.
    const granted = [code, ...sectionsOf(code)]
    const { codes, announceEnded } = await changePeople(db, asking, async (q, caller) => {
      await requireGivable(q, caller, { ...NOTHING, permissions: granted }, NOTHING, 'code')
      const targets = await targetsOf(q, caller, ids)
      const codes = ids.map((user_id) => {
        const target = targets.get(user_id)
        if (!target) return { user_id, code: '110310' as const }
        if (target.user_type === 1) return { user_id, code: '110321' as const }
        return { user_id, code: user_id === caller.user_id ? ('100015' as const) : SUCCESS }
      })
      const changing = codes.flatMap(({ user_id, code: its }) => {
        const target = its === SUCCESS ? targets.get(user_id) : undefined
        return target && target.permissions.includes(code) !== is_allowed ? target : []
      })
      const changed = changing.map(({ user_id }) => user_id)
      const byRole = is_allowed ? await permissionsByRole(q, changed) : null
      const written = changing.map((target) => {
        const { user_id, permissions: before } = target
        const missing = granted.filter((one) => !byRole?.get(user_id)?.has(one))
        const permissions = is_allowed ? [...new Set([...before, ...missing])] : before.filter((held) => held !== code)
        return { user_id, target: target.user_name, before, permissions }
      })
      await writePermissions(q, written)
      const audits = written.map(({ user_id, target, before, permissions }) => {
        const detail = changesOf({ permissions: before }, { permissions })
        return { action: 'rights' as const, target, target_user_id: user_id, detail }
      })
      await writeAudits(q, caller, audits, now())
      const ended = { tenant_id, user_ids: is_allowed ? [] : changed }
      return { codes, announceEnded: await sessions.endWithin(q, ended, 'role') }
    })
    announceEnded()
    sessions.changed(tenant_id)
    return codes
  }

  return {
    of: ({ user_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => privilegesOf(q, await targetOf(q, caller, user_id))),
    edit: ({ user_id, permissions }, caller) => change(caller, user_id, { permissions }, 'rights'),
    editDevices: ({ user_id, device_rights }, caller) => change(caller, user_id, { device_rights }, 'rights'),
    editTemplates: ({ user_id, ...rights }, caller) => change(caller, user_id, rights, 'rights'),
    reset: ({ user_id }, caller) => change(caller, user_id, NOTHING, 'rights-reset'),
    users: (input, caller) => operations('user', input, caller),
    allowUsers: (input, caller) => allow('user', input, caller),
    devices: (input, caller) => operations('device', input, caller),
    allowDevices: (input, caller) => allow('device', input, caller),
  }
}
