import { type Insertable, type Kysely, type Selectable, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Resource, ResourceType } from '../../../core/contract/resource.ts'
import { changesOf, writeAudits } from '../audit/index.ts'
import { DbError } from '../db/db.ts'
import type { ResourceFileTable, ResourceTable } from '../db/gallery-tables.ts'
import type { Schema } from '../db/schema.ts'
import { keepUse, keepUseOfNew } from '../documents/index.ts'
import { type CheckedFiles, type KeptFile, tagOf } from '../files/checked-files.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { requireGallerySpace, requireQuota, requireRoom } from '../quotas/index.ts'

const uniqueViolation = '23505'

type Row = Selectable<ResourceTable>
type Who = Pick<Caller, 'user_id' | 'user_type'>

/** Who made it may change it, and so may an administrator. */
export const isOwn = (row: Pick<Row, 'created_user_id'>, { user_id, user_type }: Who): boolean =>
  user_type === 1 || row.created_user_id === user_id

export const asResource = (row: Row, caller: Who): Resource => ({ ...row, is_own: isOwn(row, caller) })

/** Something of the tenant's gallery; 100002 when there is none. */
export async function foundResource(q: Kysely<Schema>, resource_id: number): Promise<Row> {
  const row = await q.selectFrom('resource').selectAll().where('resource_id', '=', resource_id).executeTakeFirst()
  if (!row) throw new ApiError('100002')
  return row
}

/** One that the caller may change; 100015 when it is another user's. */
export async function ownResource(q: Kysely<Schema>, caller: Who, resource_id: number): Promise<Row> {
  const row = await foundResource(q, resource_id)
  if (!isOwn(row, caller)) throw new ApiError('100015')
  return row
}

/** A category has to be of the tenant, and of the type of what is put into it. */
export async function requireCategory(
  q: Kysely<Schema>,
  type: ResourceType,
  category_id: number | null | undefined,
): Promise<void> {
  if (category_id === null || category_id === undefined) return
  const category = await q
    .selectFrom('resource_category')
    .select('category_id')
    .where('category_id', '=', category_id)
    .where('resource_type', '=', type)
    .executeTakeFirst()
  if (!category) throw new WrongField('category_id', { zh: '分类不存在', en: 'is no category of this type' }, '100002')
}

const bytesOf = (files: readonly KeptFile[]) => files.reduce((sum, { content }) => sum + content.length, 0)

/** Throws 100019 where so many bytes more are too many for the user's space, or the organisation's. */
async function requireSpace(
  q: Kysely<Schema>,
  caller: Caller,
  added: readonly { resource_type: ResourceType; bytes: number }[],
): Promise<void> {
  const sum = (some: typeof added) => some.reduce((all, { bytes }) => all + bytes, 0)
  const pictures = added.filter(({ resource_type }) => resource_type === 'picture')
  await requireQuota(q, caller, 'gallery_bytes', { more: sum(added) })
  await requireGallerySpace(q, caller, sum(added))
  if (pictures.length > 0) await requireQuota(q, caller, 'template_image_bytes', { more: sum(pictures) })
}

export interface NewResource {
  /** Of those of `nextResourceIds`, where its number had to be known before. */
  resource_id?: number
  resource_type: ResourceType
  resource_name: string
  category_id: number | null
  checked: CheckedFiles
  tag: string
}

/** Numbers for resources that are to be added. Runs as the owner of the tables. */
export async function nextResourceIds(q: Kysely<Schema>, count: number): Promise<number[]> {
  const { rows } = await sql<{ resource_id: number }>`
    select nextval(pg_get_serial_sequence('resource', 'resource_id')) as resource_id
      from generate_series(1, ${count}::int)`.execute(q)
  return rows.map(({ resource_id }) => resource_id)
}

/** Adds to the gallery, as the caller's own. */
export async function insertResource(
  q: Kysely<Schema>,
  caller: Caller,
  resource: NewResource,
  time: number,
): Promise<Row> {
  const [row] = await insertResources(q, caller, [resource], time)
  return row as Row
}

/** Adds many to the gallery, in a few statements however many they are. */
export async function insertResources(
  q: Kysely<Schema>,
  caller: Caller,
  resources: readonly NewResource[],
  time: number,
): Promise<Row[]> {
  if (resources.length === 0) return []
  const { tenant_id, user_id, user_name } = caller
  const added = resources.map(({ checked: { mime, width, height, files }, ...named }) => ({
    ...named,
    mime,
    width,
    height,
    bytes: bytesOf(files),
    tenant_id,
    created_time: time,
    created_user_id: user_id,
    user_name,
  }))
  await requireSpace(q, caller, added)
  await requireRoom(q, 'resources', added.length)
  const rows = await q.insertInto('resource').values(added).returningAll().execute()
  const filesOfRow = rows.map((row, i) => ({ row, files: resources[i]?.checked.files ?? [] }))
  const groups = filesOfRow.filter(({ row }) => row.resource_type === 'group')
  const texts = groups.map(({ row, files }) => ({ id: row.resource_id, text: files[0]?.content.toString() ?? '' }))
  await keepUseOfNew(q, tenant_id, 'group_id', texts)
  await insertFiles(
    q,
    filesOfRow.flatMap(({ row, files }) => placed(row, files)),
  )
  const audited = rows.map(({ resource_type, resource_name, category_id, mime, bytes }) => ({
    action: 'resource-create' as const,
    target: resource_name,
    detail: changesOf({}, { resource_type, resource_name, category_id, mime, bytes }),
  }))
  await writeAudits(q, caller, audited, time)
  return rows
}

/** Gives a resource other content. */
export async function replaceFiles(q: Kysely<Schema>, caller: Caller, row: Row, checked: CheckedFiles): Promise<void> {
  const { mime, width, height, files } = checked
  const bytes = bytesOf(files)
  const { resource_id, resource_type } = row
  if (bytes > row.bytes) await requireSpace(q, caller, [{ resource_type, bytes: bytes - row.bytes }])
  await q
    .updateTable('resource')
    .set({ mime, width, height, bytes, tag: tagOf(checked) })
    .where('resource_id', '=', resource_id)
    .execute()
  const [first] = files
  if (resource_type === 'group' && first)
    await keepUse(q, row.tenant_id, { group_id: resource_id }, first.content.toString())
  await q.deleteFrom('resource_file').where('resource_id', '=', resource_id).execute()
  await insertFiles(q, placed(row, files))
}

const placed = ({ tenant_id, resource_id }: Row, files: readonly KeptFile[]) =>
  files.map((file, place) => ({ tenant_id, resource_id, place, ...file }))

const FILES_AT_ONCE = 500
/** A model's twenty megabytes are not copied into one statement with others. */
const BYTES_AT_ONCE = 1 << 20

async function insertFiles(q: Kysely<Schema>, files: readonly Insertable<ResourceFileTable>[]): Promise<void> {
  let some: Insertable<ResourceFileTable>[] = []
  let bytes = 0
  const write = async () => {
    if (some.length > 0) await q.insertInto('resource_file').values(some).execute()
    some = []
    bytes = 0
  }
  for (const file of files) {
    if (some.length >= FILES_AT_ONCE || bytes + file.content.length > BYTES_AT_ONCE) await write()
    some.push(file)
    bytes += file.content.length
  }
  await write()
}

export const filesOf = (q: Kysely<Schema>, resource_id: number) =>
  q
    .selectFrom('resource_file')
    .select(['name', 'mime', 'content'])
    .where('resource_id', '=', resource_id)
    .orderBy('place')
    .execute()

export const asFiles = (files: Awaited<ReturnType<typeof filesOf>>) =>
  files.map(({ name, mime, content }) => ({ name, mime, content: Buffer.from(content).toString('base64') }))

/** A name that is taken is wrong at its field. */
export async function namedResourceOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof DbError) || error.code !== uniqueViolation) throw error
    if (error.constraint === 'resource_category_name')
      throw new WrongField('category_name', { zh: '分类名称已存在', en: 'is the name of another category' }, '114002')
    throw new WrongField('resource_name', { zh: '资源名称已存在', en: 'is the name of another resource' }, '114004')
  }
}
