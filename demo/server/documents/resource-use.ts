import { type Kysely, sql } from 'kysely'
import type { Row, Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import { replaced } from './replaced.ts'

/** How documents, and groups of controls, name something of the gallery. */
const NAMED = /gallery\/(\d{1,15})(?!\d)/g

/** The resources that a text names, each once. */
export const resourcesIn = (text: string): number[] => [
  ...new Set([...text.matchAll(NAMED)].map(([, resource_id]) => Number(resource_id))),
]

/** A text with other resources in the place of those that it names. */
export const withResources = (text: string, other: (resource_id: number) => number): string =>
  replaced(text, NAMED, ([, resource_id]) => `gallery/${other(Number(resource_id))}`)

/** What a text that names resources is of: a screen as it is drawn now, a published version, a group of controls, or a dashboard. */
type Naming = { screen_id: number } | { version_id: number } | { group_id: number } | { dashboard_id: number }

/** Keeps which resources a text names. Stands with every write of such a text, in its transaction. */
export async function keepUse(q: Kysely<Schema>, tenant_id: number, naming: Naming, text: string): Promise<void> {
  const [[column, id]] = Object.entries(naming) as [[string, number]]
  await sql`delete from resource_use
    where ${sql.ref(column)} = ${id} and resource_id <> all(${resourcesIn(text)}::bigint[])`.execute(q)
  await addUse(q, tenant_id, naming, text)
}

/** The same beside those that an earlier text names, which is still shown. */
export async function addUse(q: Kysely<Schema>, tenant_id: number, naming: Naming, text: string): Promise<void> {
  const [[column, id]] = Object.entries(naming) as [[string, number]]
  const named = resourcesIn(text)
  if (named.length === 0) return
  await sql`insert into resource_use (tenant_id, resource_id, ${sql.ref(column)})
    select ${tenant_id}::bigint, resource_id, ${id}::bigint from resource where resource_id = any(${named}::bigint[])
    on conflict do nothing`.execute(q)
}

/** Keeps the same of screens, versions or groups that are new, in one statement. */
export async function keepUseOfNew(
  q: Kysely<Schema>,
  tenant_id: number,
  column: 'screen_id' | 'version_id' | 'group_id',
  added: readonly { id: number; text: string }[],
): Promise<void> {
  const uses = added.flatMap(({ id, text }) => resourcesIn(text).map((resource_id) => ({ id, resource_id })))
  if (uses.length === 0) return
  const ids = numbers(uses.map(({ id }) => id))
  const named = numbers(uses.map(({ resource_id }) => resource_id))
  await sql`insert into resource_use (tenant_id, resource_id, ${sql.ref(column)})
    select ${tenant_id}::bigint, resource_id, u.id
      from unnest(${named}::bigint[], ${ids}::bigint[]) u (resource_id, id)
      join resource using (resource_id)`.execute(q)
}

/** What still shows a resource: screens and dashboards, as they are drawn now and as others see them, and groups, by their names. */
export async function usersOf(q: Kysely<Schema>, resource_id: number): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select c.screen_name as name from resource_use u
      left join screen_version v on v.tenant_id = u.tenant_id and v.version_id = u.version_id
      join screen c on c.tenant_id = u.tenant_id and c.screen_id = coalesce(u.screen_id, v.screen_id)
      where u.resource_id = ${resource_id}
    union
    select g.resource_name from resource_use u
      join resource g on g.tenant_id = u.tenant_id and g.resource_id = u.group_id
      where u.resource_id = ${resource_id} and u.group_id <> ${resource_id}
    union
    select d.dashboard_name from resource_use u
      join dashboard d on d.tenant_id = u.tenant_id and d.dashboard_id = u.dashboard_id
      where u.resource_id = ${resource_id}
    order by name limit 50`.execute(q)
  return rows.map(({ name }) => name)
}

/** Whether a published screen of one of these templates shows the resource, itself or in a group. */
export async function isShownBy(
  q: Kysely<Schema>,
  template_ids: readonly number[],
  resource_id: number,
): Promise<boolean> {
  // Groups lie in published documents as a whole, with what they name.
  const { rows } = await sql`
    select from resource_use u
      join screen c on c.tenant_id = u.tenant_id and c.published_version_id = u.version_id
      join template t on t.tenant_id = c.tenant_id and t.template_id = c.template_id and t.published_time is not null
      where u.resource_id = ${resource_id} and c.template_id = any(${template_ids}::bigint[]) limit 1`.execute(q)
  return rows.length > 0
}

interface Shown {
  kind: 'screen' | 'dashboard'
  version_id: number
}

/** Whether a published version of a screen, or the saved one of a dashboard, shows the resource, itself or in a group. */
export async function isNamedBy(q: Kysely<Schema>, { kind, version_id }: Shown, resource_id: number): Promise<boolean> {
  const named =
    kind === 'screen'
      ? sql`select from resource_use where version_id = ${version_id} and resource_id = ${resource_id}`
      : sql`select from dashboard_version where version_id = ${version_id} and ${resource_id} = any(resources)`
  return (await named.execute(q)).rows.length > 0
}

export type NamedResource = Pick<Row<'resource'>, 'resource_id' | 'resource_type' | 'resource_name' | 'bytes'>

/** What a screen as it is drawn now is made of, by itself and by the groups among it. */
export async function namedBy(q: Kysely<Schema>, screen_id: number): Promise<NamedResource[]> {
  const { rows } = await sql<NamedResource>`
    with recursive named (resource_id) as (
      select resource_id from resource_use where screen_id = ${screen_id}
      union
      select u.resource_id from named n join resource_use u on u.group_id = n.resource_id
    )
    select r.resource_id, r.resource_type, r.resource_name, r.bytes from named n
      join resource r on r.resource_id = n.resource_id
      order by r.resource_id`.execute(q)
  return rows
}

/**
 * The groups that each of many screens is made of, in one statement that stops where they are more than `most` of each: then
 * one of the screens has more than that.
 */
export async function groupsOfScreens(
  q: Kysely<Schema>,
  screen_ids: readonly number[],
  most: number,
): Promise<Map<number, NamedResource[]>> {
  const { rows } = await sql<NamedResource & { screen_id: number }>`
    with recursive named (screen_id, resource_id) as (
      select u.screen_id, u.resource_id from resource_use u
        join resource r on r.resource_id = u.resource_id and r.resource_type = 'group'
        where u.screen_id = any(${numbers(screen_ids)}::bigint[])
      union
      select n.screen_id, u.resource_id from named n
        join resource_use u on u.group_id = n.resource_id
        join resource r on r.resource_id = u.resource_id and r.resource_type = 'group'
    ), found as (select * from named limit ${screen_ids.length * most + 1})
    select n.screen_id, r.resource_id, r.resource_type, r.resource_name, r.bytes from found n
      join resource r on r.resource_id = n.resource_id
      order by r.resource_id`.execute(q)
  const groups = new Map<number, NamedResource[]>(screen_ids.map((screen_id) => [screen_id, []]))
  for (const { screen_id, ...group } of rows) groups.get(screen_id)?.push(group)
  return groups
}
