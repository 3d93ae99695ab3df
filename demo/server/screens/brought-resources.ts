import { type Kysely, sql } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { ResourceType } from '../../../core/contract/resource.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { texts } from '../db/sql-array.ts'
import { withResources } from '../documents/index.ts'
import { type CheckedFiles, tagOf } from '../files/checked-files.ts'
import { type NewResource, nextResourceIds } from '../gallery/index.ts'
import type { Caller } from '../http/caller.ts'
import { openTurns } from '../limits/turns.ts'
import type { CheckedResource } from './checked-screen-file.ts'

interface Brought {
  /** Ids here by ids there. */
  ids: Map<number, number>
  /** What the gallery does not have yet, under the ids and names that it is to have here. */
  added: NewResource[]
}

/** What becomes of the resources that came with a screen. What the gallery has already is not kept twice. */
export async function toBeAdded(db: Db, caller: Caller, resources: readonly CheckedResource[]): Promise<Brought> {
  const brought: Brought = { ids: new Map(), added: [] }
  if (resources.length === 0) return brought
  const { known, names } = await db.tenant(caller.tenant_id, async (q) => ({
    known: await knownOf(q, resources),
    names: await namesNear(q, resources),
  }))
  const unused = await db.systemFor(caller.tenant_id, (q) => nextResourceIds(q, resources.length))
  const freeName = namesBeside(names)
  // What groups name comes first, so that they can name it as it is called here.
  const turns = openTurns(Number.POSITIVE_INFINITY)
  for (const resource of resources) {
    const { resource_type, resource_name } = resource
    const { checked, tag } = resource_type === 'group' ? renumberedGroup(resource, brought.ids) : resource
    await turns.pause()
    const content = `${resource_type} ${tag}`
    const resource_id = known.get(content) ?? (unused.pop() as number)
    brought.ids.set(resource.resource_id, resource_id)
    if (known.has(content)) continue
    known.set(content, resource_id)
    const named = { resource_type, resource_name: freeName(resource_type, resource_name), category_id: null }
    brought.added.push({ resource_id, ...named, checked, tag })
  }
  return brought
}

/** Ids in the gallery by type and content. Groups name what is in them by ids, so that their content here is not known yet. */
async function knownOf(q: Kysely<Schema>, resources: readonly CheckedResource[]): Promise<Map<string, number>> {
  const isGroup = ({ resource_type }: CheckedResource) => resource_type === 'group'
  const tags = resources.filter((one) => !isGroup(one)).map(({ tag }) => tag)
  const rows = await q
    .selectFrom('resource')
    .select(['resource_id', 'resource_type', 'tag'])
    .where(sql<boolean>`(tag = any(${texts(tags)}::text[])
      or ${resources.some(isGroup)}::boolean and resource_type = 'group')`)
    .orderBy('resource_id', 'desc')
    .execute()
  return new Map(rows.map(({ resource_id, resource_type, tag }) => [`${resource_type} ${tag}`, resource_id]))
}

/** Room for a number behind a name: an organisation has fewer resources. */
const SUFFIX = ' 99999'.length
const STEM = LIMITS.pictureName - SUFFIX
/** The store counts whole characters, each of up to two of ours. */
const NEAR = Math.floor(STEM / 2)

interface Name {
  resource_type: ResourceType
  resource_name: string
}

/** Names in the gallery that begin as those of the resources do, with a number behind them or without. */
async function namesNear(q: Kysely<Schema>, resources: readonly CheckedResource[]): Promise<Name[]> {
  const wanted = texts(resources.map(({ resource_name }) => resource_name))
  const { rows } = await sql<Name>`
    with near as (select lower(left(name, ${NEAR}::int)) from unnest(${wanted}::text[]) name)
    select resource_type, resource_name from resource
      where lower(left(resource_name, ${NEAR}::int)) in (select * from near)
        or lower(left(regexp_replace(resource_name, ' [0-9]+$', ''), ${NEAR}::int)) in (select * from near)`.execute(q)
  return rows
}

/** Gives names that neither these rows have nor one that it gave before: the name itself, or the first free number behind it. */
function namesBeside(rows: readonly Name[]) {
  const keyOf = (type: ResourceType, name: string) => `${type} ${name.toLowerCase()}`
  const taken = new Set(rows.map(({ resource_type, resource_name }) => keyOf(resource_type, resource_name)))
  /** By the beginning of a name, the number that was free last: below it none is looked for again. */
  const last = new Map<string, number>()
  return (type: ResourceType, wanted: string): string => {
    const stem = keyOf(type, wanted.slice(0, STEM))
    const named = (n: number) => {
      const suffix = n === 1 ? '' : ` ${n}`
      return `${wanted.slice(0, LIMITS.pictureName - suffix.length)}${suffix}`
    }
    let n = 1
    if (taken.has(keyOf(type, wanted))) {
      n = last.get(stem) ?? 2
      while (taken.has(keyOf(type, named(n)))) n++
      last.set(stem, n)
    }
    taken.add(keyOf(type, named(n)))
    return named(n)
  }
}

function renumberedGroup(
  { checked }: CheckedResource,
  ids: ReadonlyMap<number, number>,
): { checked: CheckedFiles; tag: string } {
  const files: CheckedFiles['files'][number][] = []
  for (const file of checked.files)
    files.push({ ...file, content: Buffer.from(renumbered(file.content.toString(), ids)) })
  const other = { ...checked, files }
  return { checked: other, tag: tagOf(other) }
}

/** What names a resource that did not come along names nothing here: by chance it would be another one. */
const NO_RESOURCE = 0

/** The JSON of a document or group with other resources in the place of those that it names. */
export const renumbered = (json: string, ids: ReadonlyMap<number, number>): string =>
  withResources(json, (id) => ids.get(id) ?? NO_RESOURCE)
