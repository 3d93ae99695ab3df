import { type Kysely, sql } from 'kysely'
import type { Schema } from '../db/schema.ts'

/** How documents, and groups of controls, name something of the gallery. */
const NAMED = /gallery\/(\d{1,15})(?!\d)/g

/** The resources that a text names, each once. */
export const resourcesIn = (text: string): number[] => [
  ...new Set([...text.matchAll(NAMED)].map(([, resource_id]) => Number(resource_id))),
]

/** A text with other resources in the place of those that it names. */
export const withResources = (text: string, other: (resource_id: number) => number): string =>
  text.replace(NAMED, (_named, resource_id: string) => `gallery/${other(Number(resource_id))}`)

const pattern = (resource_id: number) => `gallery/${resource_id}([^0-9]|$)`

/** What still shows a resource: screens, as they are drawn now and as they were published, and groups, by their names. */
export async function usersOf(q: Kysely<Schema>, resource_id: number): Promise<string[]> {
  const wanted = pattern(resource_id)
  const { rows } = await sql<{ name: string }>`
    select c.screen_name as name from screen c where c.document ~ ${wanted} or exists (
      select from screen_version v where v.tenant_id = c.tenant_id and v.screen_id = c.screen_id
        and (v.kind = 'published' or v.version_id = c.published_version_id) and v.document ~ ${wanted})
    union
    select r.resource_name from resource r
      join resource_file f on f.tenant_id = r.tenant_id and f.resource_id = r.resource_id
      where r.resource_type = 'group' and r.resource_id <> ${resource_id}
        and convert_from(f.content, 'UTF8') ~ ${wanted}
    order by name limit 50`.execute(q)
  return rows.map(({ name }) => name)
}

const publishedOf = (template_ids: readonly number[], wanted: string) => sql<{ document: string }>`
  select v.document from screen c
    join template t on t.tenant_id = c.tenant_id and t.template_id = c.template_id and t.published_time is not null
    join screen_version v on v.tenant_id = c.tenant_id and v.version_id = c.published_version_id
    where c.template_id = any(${template_ids}::bigint[]) and v.document ~ ${wanted}`

/** Whether a published screen of one of these templates shows the resource, itself or in a group. */
export async function isShownBy(
  q: Kysely<Schema>,
  template_ids: readonly number[],
  resource_id: number,
): Promise<boolean> {
  // Most are named by a screen itself: documents are large, and need not be read for it.
  const naming = await sql`select from (${publishedOf(template_ids, pattern(resource_id))}) its limit 1`.execute(q)
  if (naming.rows.length > 0) return true
  const { rows } = await publishedOf(template_ids, 'gallery/').execute(q)
  const named = resourcesIn(rows.map(({ document }) => document).join(' '))
  return (await withParts(q, named)).includes(resource_id)
}

/** Resources with those that the groups among them name. */
export async function withParts(q: Kysely<Schema>, resource_ids: readonly number[]): Promise<number[]> {
  const all = new Set(resource_ids)
  for (let added = [...all]; added.length > 0; ) {
    const { rows } = await sql<{ content: Uint8Array }>`
      select f.content from resource r
        join resource_file f on f.tenant_id = r.tenant_id and f.resource_id = r.resource_id
        where r.resource_type = 'group' and r.resource_id = any(${added}::bigint[])`.execute(q)
    added = rows.flatMap(({ content }) => resourcesIn(Buffer.from(content).toString())).filter((id) => !all.has(id))
    for (const id of added) all.add(id)
  }
  return [...all]
}
