import { type Kysely, type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import { readSort } from '../../../core/contract/sort.ts'
import type { Template, TemplateDetail, TemplatePoint } from '../../../core/contract/template.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import type { Fleet } from '../fleet/fleet.ts'
import { templatesOfDevices } from '../fleet/seen-devices.ts'
import { type Caller, canPassOn } from '../http/caller.ts'
import { costOfSorting, sortedPage } from '../http/sort.ts'
import { rulesOf } from './rule-rows.ts'

type Who = Pick<Caller, 'user_id' | 'user_type'>

const heldBy = (user_id: number, isWriting: boolean) => sql<boolean>`(
  exists (select from user_template_right r where r.template_id = t.template_id and r.user_id = ${user_id}
    ${isWriting ? sql`and r.may_write` : sql``})
  or exists (select from role_template_right r
    join user_role u on u.tenant_id = r.tenant_id and u.role_id = r.role_id and u.user_id = ${user_id}
    where r.template_id = t.template_id ${isWriting ? sql`and r.may_write` : sql``}))`

const sharedWith = (user_id: number) =>
  sql<boolean>`exists (select from template_share s where s.template_id = t.template_id and s.user_id = ${user_id})`

const madeBy = (user_id: number) => sql<boolean>`coalesce(t.created_user_id = ${user_id}, false)`

/** What a caller may do with a `template t`. An administrator is as if each were the own. */
const isOwn = ({ user_type, user_id }: Who) => (user_type === 1 ? sql<boolean>`true` : madeBy(user_id))
const mayEdit = (who: Who) =>
  who.user_type === 1 ? sql<boolean>`true` : sql<boolean>`(${madeBy(who.user_id)} or ${heldBy(who.user_id, true)})`

/**
 * The condition on `template t`: own, public, shared and granted ones; all of the tenant for administrators, and none for
 * who is no user: what is public is public in the tenant.
 */
export function isSeen({ user_type, user_id }: Who): RawBuilder<boolean> {
  if (user_type === 1) return sql<boolean>`true`
  if (user_id === 0) return sql<boolean>`false`
  return sql<boolean>`(${madeBy(user_id)} or t.is_public or ${sharedWith(user_id)} or ${heldBy(user_id, false)})`
}

export const OF = {
  own: ({ user_id }: Who) => madeBy(user_id),
  shared: ({ user_id }: Who) => sql<boolean>`(${sharedWith(user_id)} or ${heldBy(user_id, false)})`,
  public: () => sql<boolean>`t.is_public`,
} as const

const countOf = (table: string) =>
  sql`(select count(*) from ${sql.table(table)} of_it where of_it.template_id = t.template_id)`
const startScreen = (column: string) =>
  sql`(select ${sql.ref(`c.${column}`)} from screen c
    where c.tenant_id = t.tenant_id and c.template_id = t.template_id and c.is_start order by c.variant limit 1)`

/** What lists show of a `template t`, each column read by itself: counts take long where there are many. */
const columnsOf = (caller: Who): Record<keyof Template, RawBuilder<unknown>> => ({
  template_id: sql`t.template_id`,
  module_name: sql`t.module_name`,
  module_type: sql`t.module_type`,
  description: sql`t.description`,
  group_id: sql`t.group_id`,
  group_name: sql`coalesce(
    (select g.group_name from template_group g where g.tenant_id = t.tenant_id and g.group_id = t.group_id), '')`,
  is_published: sql`t.published_time is not null`,
  published_time: sql`t.published_time`,
  created_time: sql`t.created_time`,
  changed_time: sql`t.changed_time`,
  creator_name: sql`coalesce(
    (select u.user_name from app_user u where u.tenant_id = t.tenant_id and u.user_id = t.created_user_id), '')`,
  is_own: isOwn(caller),
  may_edit: mayEdit(caller),
  is_public: sql`t.is_public`,
  sharee_count: countOf('template_share'),
  point_count: countOf('template_point'),
  device_count: countOf('device'),
  screen_count: countOf('screen'),
  start_screen_id: startScreen('screen_id'),
  thumbnail: startScreen('thumbnail_tag'),
})

/** Some columns of templates, of those that the caller may see and that `where` leaves; by name. */
async function selectTemplates<Row>(
  q: Kysely<Schema>,
  caller: Who,
  columns: Record<string, RawBuilder<unknown>>,
  where: RawBuilder<boolean>,
): Promise<Row[]> {
  const selected = Object.entries(columns).map(([name, value]) => sql`${value} as ${sql.ref(name)}`)
  const { rows } = await sql<Row>`
    select ${sql.join(selected)} from template t where ${isSeen(caller)} and ${where} order by t.module_name`.execute(q)
  return rows
}

/** Templates as lists show them, of those that the caller may see and that `where` leaves; by name. */
export const templatesAsRows = (
  q: Kysely<Schema>,
  caller: Who,
  where: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<Template[]> => selectTemplates(q, caller, columnsOf(caller), where)

/** A page of such templates. Of the others nothing is read but what they are sorted by. */
export async function pageOfTemplates(
  q: Kysely<Schema>,
  caller: Who & Pick<Caller, 'spend'>,
  where: RawBuilder<boolean>,
  { page, page_size, sort }: { page: number; page_size: number; sort?: string | undefined },
): Promise<{ rows: Template[]; total: number }> {
  const columns: Record<string, RawBuilder<unknown>> = columnsOf(caller)
  const field = sort === undefined ? 'template_id' : readSort(sort).id
  const by = Object.hasOwn(columns, field) ? columns[field] : undefined
  const keys = { template_id: sql`t.template_id`, ...(by && { [field]: by }) }
  const all = await selectTemplates<{ template_id: number }>(q, caller, keys, where)
  caller.spend?.(costOfSorting(all.length))
  const ids = sortedPage(all, { page, page_size, sort }).map(({ template_id }) => template_id)
  const shown = await templatesAsRows(q, caller, sql<boolean>`t.template_id = any(${numbers(ids)}::bigint[])`)
  const byId = new Map(shown.map((template) => [template.template_id, template]))
  return { rows: ids.flatMap((template_id) => byId.get(template_id) ?? []), total: all.length }
}

const byId = (template_id: number) => sql<boolean>`t.template_id = ${template_id}`

/** A template that the caller may see. 115005 alike when there is none and when it is not for this caller. */
export async function seenTemplate(q: Kysely<Schema>, caller: Who, template_id: number): Promise<Template> {
  const [row] = await templatesAsRows(q, caller, byId(template_id))
  if (!row) throw new ApiError('115005')
  return row
}

/** One that the caller may change; 115003 when the caller only sees it. */
export async function editableTemplate(q: Kysely<Schema>, caller: Who, template_id: number): Promise<Template> {
  const row = await seenTemplate(q, caller, template_id)
  if (!row.may_edit) throw new ApiError('115003')
  return row
}

/** One that the caller made, or any for an administrator; else 115003. */
export async function ownTemplate(q: Kysely<Schema>, caller: Who, template_id: number): Promise<Template> {
  const row = await seenTemplate(q, caller, template_id)
  if (!row.is_own) throw new ApiError('115003')
  return row
}

/**
 * Nobody else changes the template, its screens or what is bound to it until this transaction ends. Whoever locks locks
 * this first, so that no two wait for each other.
 */
export const lockTemplate = (q: Kysely<Schema>, template_id: number) =>
  q.selectFrom('template').select('template_id').where('template_id', '=', template_id).forUpdate().execute()

/** Whether somebody may show a template to others: it is not enough that a device of it is shared with him. */
export async function mayPassOnTemplate(q: Kysely<Schema>, who: Caller, template_id: number): Promise<boolean> {
  const { rows } = await sql`
    select from template t where ${byId(template_id)} and ${isSeen(who)}`.execute(q)
  if (rows.length > 0) return true
  const devices = await q
    .selectFrom('device')
    .select(['tenant_id', 'group_id', 'sn_code'])
    .where('template_id', '=', template_id)
    .execute()
  return devices.some((device) => canPassOn(who, device))
}

/** One that the caller may see, or whose device the caller may see: to look at, not to change. */
export async function shownTemplate(
  q: Kysely<Schema>,
  fleet: Fleet,
  caller: Caller,
  template_id: number,
): Promise<Template & { isSeen: boolean }> {
  const [row] = await templatesAsRows(q, caller, byId(template_id))
  if (row) return { ...row, isSeen: true }
  if (!templatesOfDevices(fleet, caller).has(template_id)) throw new ApiError('115005')
  const [ofDevice] = await templatesAsRows(q, { user_id: 0, user_type: 1 }, byId(template_id))
  if (!ofDevice) throw new ApiError('115005')
  return { ...ofDevice, is_own: false, may_edit: false, isSeen: false }
}

const POINT = ['key', 'name', 'name_en', 'data_type', 'unit', 'decimals', 'access', 'write_min', 'write_max'] as const
const POINT_TOO = ['enum_text', 'keep_history', 'two_step'] as const
/** Columns that a template's points and a device's have alike. */
export const SHARED_COLUMNS = [...POINT, ...POINT_TOO, 'sort'] as const

export async function pointsOf(q: Kysely<Schema>, template_id: number): Promise<TemplatePoint[]> {
  const rows = await q
    .selectFrom('template_point')
    .select([...POINT, ...POINT_TOO, 'item_id'])
    .where('template_id', '=', template_id)
    .orderBy('sort')
    .orderBy('key')
    .execute()
  return rows.map((row) => ({ ...row, enum_text: row.enum_text as TemplatePoint['enum_text'] }))
}

export const itemsOf = (q: Kysely<Schema>, template_id: number): Promise<TemplateDetail['items']> =>
  q
    .selectFrom('permission_item')
    .select(['item_id', 'item_name'])
    .where('template_id', '=', template_id)
    .orderBy('item_id')
    .execute()

/** Everything of a template that was found. */
export async function withDetail(q: Kysely<Schema>, template: Template): Promise<TemplateDetail> {
  const { template_id } = template
  const { videos } = await q
    .selectFrom('template')
    .select('videos')
    .where('template_id', '=', template_id)
    .executeTakeFirstOrThrow()
  return {
    ...template,
    videos,
    points: await pointsOf(q, template_id),
    alarm_rules: await rulesOf(q, { template_id }),
    items: await itemsOf(q, template_id),
    differing_devices: await countDiffering(q, template_id),
  }
}

async function countDiffering(q: Kysely<Schema>, template_id: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    with differing as materialized (
      select device_id, key, data_type from point where (own_fields <> '{}' or is_hidden or is_removed)
        and device_id = any(array(select device_id from device
          where template_id = ${template_id} and not is_virtual and deregistered_time is null))
    )
    select count(distinct p.device_id) as count from differing p
      join template_point t on t.template_id = ${template_id} and t.key = p.key and t.data_type = p.data_type`.execute(
    q,
  )
  return rows[0]?.count ?? 0
}
