import { type Kysely, sql } from 'kysely'
import type { Row, Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import { resourcesIn } from './resource-use.ts'

/** Groups that one document is made of, and their bytes: more than these are too much to be read with it. */
const GROUPS = 500
const GROUP_BYTES = 8 << 20

interface Named {
  /** All that it names, by itself and in groups. */
  resources: number[]
  /** The texts of its groups of controls, by id; none where they are too much. */
  groups: ReadonlyMap<number, string>
}

/** What the text of a document names of the gallery, as the gallery is now. */
export async function namedIn(q: Kysely<Schema>, text: string): Promise<Named> {
  const ids = resourcesIn(text)
  if (ids.length === 0) return { resources: [], groups: new Map() }
  const { rows } = await sql<Pick<Row<'resource'>, 'resource_id' | 'resource_type' | 'bytes'>>`
    with recursive named (resource_id) as (
      select unnest(${numbers(ids)}::bigint[])
      union
      select u.resource_id from named n join resource_use u on u.group_id = n.resource_id
    )
    select r.resource_id, r.resource_type, r.bytes from named n join resource r on r.resource_id = n.resource_id
    order by r.resource_id`.execute(q)
  const resources = rows.map(({ resource_id }) => resource_id)
  const groups = rows.filter(({ resource_type }) => resource_type === 'group')
  const bytes = groups.reduce((sum, group) => sum + group.bytes, 0)
  if (groups.length === 0 || groups.length > GROUPS || bytes > GROUP_BYTES) return { resources, groups: new Map() }
  const group_ids = groups.map(({ resource_id }) => resource_id)
  const files = await q
    .selectFrom('resource_file')
    .select(['resource_id', 'content'])
    .where('resource_id', 'in', group_ids)
    .where('place', '=', 0)
    .execute()
  return { resources, groups: new Map(files.map((file) => [file.resource_id, Buffer.from(file.content).toString()])) }
}
