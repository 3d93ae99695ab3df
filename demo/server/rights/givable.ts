import { type Kysely, type RawBuilder, sql } from 'kysely'
import { isPermission, PERMISSION_CODES } from '../../../core/catalogue/permissions.ts'
import type { Givable } from '../../../core/contract/role.ts'
import type { Schema } from '../db/schema.ts'
import { type Caller, canSee, canWrite, holdsGroup, type Reaches, sharedWith } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import type { CarriedRights } from './held-rights.ts'
import { overseenBy, oversees } from './overseen.ts'

const UNHELD = { zh: '不能授予自己没有的权限', en: 'is a right that you do not hold' }

/** Templates that a user made or holds a right to, with whether it lets him change them: rows for a `from`. */
const heldTemplates = (user_id: number) => sql`(
  select template_id, bool_or(may_write) as may_write from (
    select template_id, true as may_write from template where created_user_id = ${user_id}
    union all
    select template_id, may_write from user_template_right where user_id = ${user_id}
    union all
    select t.template_id, t.may_write from role_template_right t
      join user_role u on u.role_id = t.role_id where u.user_id = ${user_id}
  ) held group by template_id)`

/** As `heldTemplates`, and those that were shared with the user, which nobody may give on. */
const reachedTemplates = (user_id: number) => sql`(
  select template_id, bool_or(may_write) as may_write from (
    select template_id, may_write from ${heldTemplates(user_id)} own
    union all
    select template_id, false from template_share where user_id = ${user_id}
  ) reached group by template_id)`

/** Template rights of a caller: of what the caller made, and what is held; all with writing for administrators. */
async function templateRights(q: Kysely<Schema>, { user_type, user_id }: Caller): Promise<Map<number, boolean>> {
  const held = user_type === 1 ? sql`(select template_id, true as may_write from template)` : heldTemplates(user_id)
  const { rows } = await sql<{ template_id: number; may_write: boolean }>`
    select template_id, may_write from ${held} held`.execute(q)
  return new Map(rows.map(({ template_id, may_write }) => [template_id, may_write]))
}

/** Whether a user reaches a template that the caller, who is no administrator, does not reach, or only sees. */
export async function reachesMoreTemplates(q: Kysely<Schema>, caller: Caller, user_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from ${reachedTemplates(user_id)} its
      join template t on t.template_id = its.template_id
      left join ${reachedTemplates(caller.user_id)} own on own.template_id = its.template_id
    where case when its.may_write then own.may_write is not true
      else own.template_id is null and not t.is_public end
    limit 1`.execute(q)
  return rows.length > 0
}

/**
 * Whether a device is shared with a user that the caller does not see, or is shared for writing or offered to the user and the
 * caller may not write.
 */
export async function reachesMoreDevices(q: Kysely<Schema>, caller: Caller, user_id: number): Promise<boolean> {
  const { rows } = await sql<{ tenant_id: number; group_id: number; sn_code: string; may_write: boolean }>`
    select d.tenant_id, d.group_id, d.sn_code, held.may_write from (
        select tenant_id, device_id, may_write from device_share
          where user_id = ${user_id} and (until_time is null or until_time > ${Date.now()})
        union all
        select tenant_id, device_id, true from device_offer where to_user_id = ${user_id}
      ) held join device d on d.tenant_id = held.tenant_id and d.device_id = held.device_id
      where d.deregistered_time is null`.execute(q)
  return rows.some(
    (row) =>
      !canSee(caller, row) || (row.may_write && !canWrite(caller, row) && sharedWith(caller, row)?.may_write !== true),
  )
}

/** What a caller holds, and so may give. */
export async function givableBy(q: Kysely<Schema>, caller: Caller): Promise<Givable> {
  const groups = await q
    .selectFrom('device_group')
    .select(['group_id', 'parent_id', 'group_name'])
    .orderBy('is_default', 'desc')
    .orderBy('group_id')
    .execute()
  const seen = groups.filter(({ group_id }) => holdsGroup(caller.may_see, group_id))
  const seenIds = new Set(seen.map(({ group_id }) => group_id))
  const isSeen = (group_id: number | null) => group_id !== null && seenIds.has(group_id)
  const held = await templateRights(q, caller)
  const templates = await q
    .selectFrom('template')
    .select(['template_id', 'module_name'])
    .where(sql<boolean>`template_id = any(${[...held.keys()]}::bigint[])`)
    .orderBy('module_name')
    .execute()
  const items = await q
    .selectFrom('permission_item as i')
    .select(['i.template_id', 'i.item_id', 'i.item_name'])
    .$if(caller.user_type !== 1, (some) =>
      some.where(sql<boolean>`i.item_id in (
        select item_id from user_item_right where user_id = ${caller.user_id}
        union select r.item_id from role_item_right r join user_role u on u.role_id = r.role_id
          where u.user_id = ${caller.user_id})`),
    )
    .orderBy('i.item_id')
    .execute()
  const itemsByTemplate = new Map<number, { item_id: number; item_name: string }[]>()
  for (const { template_id, item_id, item_name } of items) {
    const its = itemsByTemplate.get(template_id)
    if (its) its.push({ item_id, item_name })
    else itemsByTemplate.set(template_id, [{ item_id, item_name }])
  }
  return {
    permissions: caller.roles.filter(isPermission),
    device_groups: seen.map((group) => ({
      ...group,
      parent_id: isSeen(group.parent_id) ? group.parent_id : null,
      may_write: holdsGroup(caller.may_write, group.group_id),
    })),
    templates: templates.map((template) => ({
      ...template,
      may_write: held.get(template.template_id) ?? false,
      items: itemsByTemplate.get(template.template_id) ?? [],
    })),
  }
}

/** The field of the first right beyond those that may be granted; null when there is none. */
export function beyond(rights: CarriedRights, givable: Givable): string | null {
  const { permissions, device_rights, template_rights, item_rights } = rights
  const code = permissions.findIndex((one) => !givable.permissions.includes(one))
  if (code >= 0) return `permissions.${code}`
  const groups = new Map(givable.device_groups.map((group) => [group.group_id, group]))
  const templates = new Map(givable.templates.map((template) => [template.template_id, template]))
  const device = device_rights.findIndex(({ group_id, may_write }) => {
    const group = groups.get(group_id)
    return !group || (may_write && !group.may_write)
  })
  if (device >= 0) return `device_rights.${device}`
  const template = template_rights.findIndex(({ template_id, may_write }) => {
    const known = templates.get(template_id)
    return !known || (may_write && !known.may_write)
  })
  if (template >= 0) return `template_rights.${template}`
  const item = item_rights.findIndex(({ template_id, item_id }) => {
    const known = templates.get(template_id)
    return !known?.items.some((one) => one.item_id === item_id)
  })
  return item >= 0 ? `item_rights.${item}` : null
}

/**
 * Refuses, at its field or at `at`, a right that the caller does not hold. `kept` is what is there already and may stay.
 */
export async function requireGivable(
  q: Kysely<Schema>,
  caller: Caller,
  rights: CarriedRights,
  kept?: CarriedRights,
  at?: string,
): Promise<void> {
  const field = beyond(kept ? withoutKept(rights, kept) : rights, await givableBy(q, caller))
  if (field !== null) throw new WrongField(at ?? field.split('.')[0] ?? field, UNHELD)
}

/** Of roles, those that carry what the caller may not give. The store finds them: a list of roles reads no role's rights. */
export async function rolesBeyond(
  q: Kysely<Schema>,
  caller: Caller,
  role_ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const { user_id, user_type, may_see, may_write } = caller
  const ids = sql`any(${[...role_ids]}::bigint[])`
  const found: number[] = []
  const find = async (beyond: RawBuilder<{ role_id: number }>) => {
    for (const { role_id } of (await beyond.execute(q)).rows) found.push(role_id)
  }
  await find(sql`select role_id from role
    where role_id = ${ids} and not (permissions <@ ${caller.roles.filter(isPermission)}::text[])`)
  if (may_see !== 'all' || may_write !== 'all') {
    const groups = await q.selectFrom('device_group').select('group_id').execute()
    const held = (reaches: Reaches) =>
      groups.map(({ group_id }) => group_id).filter((group_id) => holdsGroup(reaches, group_id))
    await find(sql`select distinct role_id from role_device_right where role_id = ${ids} and not
      (group_id = any(${held(may_see)}::bigint[]) and (not may_write or group_id = any(${held(may_write)}::bigint[])))`)
  }
  if (user_type !== 1) {
    const held = [...(await templateRights(q, caller))]
    const templates = held.map(([template_id]) => template_id)
    const written = held.flatMap(([template_id, may]) => (may ? template_id : []))
    await find(sql`select distinct role_id from role_template_right where role_id = ${ids} and not
      (template_id = any(${templates}::bigint[]) and (not may_write or template_id = any(${written}::bigint[])))`)
    await find(sql`select distinct r.role_id from role_item_right r
      join permission_item i on i.tenant_id = r.tenant_id and i.item_id = r.item_id
      where r.role_id = ${ids} and not (i.template_id = any(${templates}::bigint[]) and (
        r.item_id in (select item_id from user_item_right where user_id = ${user_id})
        or r.item_id in (select c.item_id from role_item_right c join user_role u on u.role_id = c.role_id
          where u.user_id = ${user_id})))`)
  }
  return new Set(found)
}

/** Rights with each thing once: of two that name the same, the one that lets more. */
export function eachOnce<R extends Partial<CarriedRights>>(rights: R): R {
  const { permissions, device_rights, template_rights, item_rights } = rights
  return {
    ...rights,
    ...(permissions && { permissions: [...new Set(permissions)] }),
    ...(device_rights && { device_rights: onceBy(device_rights, ({ group_id }) => group_id) }),
    ...(template_rights && { template_rights: onceBy(template_rights, ({ template_id }) => template_id) }),
    ...(item_rights && { item_rights: onceBy(item_rights, ({ item_id }) => item_id) }),
  }
}

function onceBy<R extends object>(rights: readonly R[], idOf: (right: R) => number): R[] {
  const byId = new Map<number, R>()
  for (const right of rights) {
    const letsMore = 'may_write' in right && right.may_write === true
    if (letsMore || !byId.has(idOf(right))) byId.set(idOf(right), right)
  }
  return [...byId.values()]
}

function withoutKept(rights: CarriedRights, kept: CarriedRights): CarriedRights {
  const isKept = (key: keyof CarriedRights) => {
    const known = new Set(kept[key].map((right) => JSON.stringify(sorted(right))))
    return (right: unknown) => !known.has(JSON.stringify(sorted(right)))
  }
  return {
    permissions: rights.permissions.filter(isKept('permissions')),
    device_rights: rights.device_rights.filter(isKept('device_rights')),
    template_rights: rights.template_rights.filter(isKept('template_rights')),
    item_rights: rights.item_rights.filter(isKept('item_rights')),
  }
}

const sorted = (right: unknown): unknown =>
  typeof right === 'object' && right !== null ? Object.entries(right).sort(([a], [b]) => a.localeCompare(b)) : right

/** Rights that roles carry, by role. */
export async function rightsOfRoles(
  q: Kysely<Schema>,
  role_ids: readonly number[],
): Promise<Map<number, CarriedRights>> {
  const ids = sql`any(${[...role_ids]}::bigint[])`
  const roles = await q
    .selectFrom('role')
    .select(['role_id', 'role_type', 'permissions'])
    .where(sql<boolean>`role_id = ${ids}`)
    .execute()
  const devices = await q
    .selectFrom('role_device_right')
    .select(['role_id', 'group_id', 'may_write'])
    .where(sql<boolean>`role_id = ${ids}`)
    .execute()
  const templates = await q
    .selectFrom('role_template_right')
    .select(['role_id', 'template_id', 'may_write'])
    .where(sql<boolean>`role_id = ${ids}`)
    .execute()
  const items = await q
    .selectFrom('role_item_right as r')
    .innerJoin('permission_item as i', (join) =>
      join.onRef('i.tenant_id', '=', 'r.tenant_id').onRef('i.item_id', '=', 'r.item_id'),
    )
    .select(['r.role_id', 'i.template_id', 'i.item_id'])
    .where(sql<boolean>`r.role_id = ${ids}`)
    .execute()
  return new Map(
    roles.map(({ role_id, role_type, permissions }) => {
      const isMine = (row: { role_id: number }) => row.role_id === role_id
      return [
        role_id,
        {
          permissions: role_type === 0 ? [...PERMISSION_CODES] : permissions,
          device_rights: devices.filter(isMine).map(({ role_id: _, ...right }) => right),
          template_rights: templates.filter(isMine).map(({ role_id: _, ...right }) => right),
          item_rights: items.filter(isMine).map(({ role_id: _, ...right }) => right),
        },
      ]
    }),
  )
}

/** Refuses at `role_ids` a role that is not there, comes with the organisation, or carries what the caller does not hold. */
export async function requireGivableRoles(
  q: Kysely<Schema>,
  caller: Caller,
  role_ids: readonly number[],
): Promise<void> {
  if (role_ids.length === 0) return
  const carried = await rightsOfRoles(q, role_ids)
  const givable = await givableBy(q, caller)
  const overseen = await overseenBy(q, caller)
  const roles = await q
    .selectFrom('role')
    .select(['role_id', 'role_type', 'user_group_id'])
    .where(sql<boolean>`role_id = any(${[...role_ids]}::bigint[])`)
    .execute()
  for (const role_id of role_ids) {
    const role = roles.find((row) => row.role_id === role_id)
    const rights = carried.get(role_id)
    // A role that was made beyond what the caller oversees is none for this caller.
    const isSeen = role && (role.user_group_id === null || oversees(overseen, role.user_group_id))
    if (!rights || !isSeen) throw new WrongField('role_ids', { zh: '角色不存在', en: 'names no role' })
    if (role.role_type === 0 || beyond(rights, givable) !== null) throw new WrongField('role_ids', UNHELD)
  }
}
