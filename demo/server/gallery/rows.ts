import type { Kysely, Selectable } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Resource, ResourceType } from '../../../core/contract/resource.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import { DbError } from '../db/db.ts'
import type { ResourceTable } from '../db/gallery-tables.ts'
import type { Schema } from '../db/schema.ts'
import { keepUse } from '../documents/index.ts'
import { type CheckedFiles, type KeptFile, tagOf } from '../files/checked-files.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { requireQuota, requireRoom } from '../quotas/index.ts'

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

/** Throws 100019 where so many bytes more are too many for the user's space. */
async function requireSpace(q: Kysely<Schema>, caller: Caller, type: ResourceType, more: number): Promise<void> {
  await requireQuota(q, caller, 'gallery_bytes', { more })
  if (type === 'picture') await requireQuota(q, caller, 'template_image_bytes', { more })
}

export interface NewResource {
  resource_type: ResourceType
  resource_name: string
  category_id: number | null
  checked: CheckedFiles
}

/** Adds to the gallery, as the caller's own. */
export async function insertResource(
  q: Kysely<Schema>,
  caller: Caller,
  { checked, ...named }: NewResource,
  time: number,
): Promise<Row> {
  const { tenant_id, user_id, user_name } = caller
  const { mime, width, height, files } = checked
  const bytes = bytesOf(files)
  await requireSpace(q, caller, named.resource_type, bytes)
  await requireRoom(q, 'resources')
  const row = await q
    .insertInto('resource')
    .values({
      ...named,
      tenant_id,
      mime,
      width,
      height,
      bytes,
      tag: tagOf(checked),
      created_time: time,
      created_user_id: user_id,
      user_name,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await insertFiles(q, row, files)
  const detail = changesOf({}, { ...named, mime, bytes })
  await writeAudit(q, caller, { action: 'resource-create', target: named.resource_name, detail }, time)
  return row
}

/** Gives a resource other content. */
export async function replaceFiles(q: Kysely<Schema>, caller: Caller, row: Row, checked: CheckedFiles): Promise<void> {
  const { mime, width, height, files } = checked
  const bytes = bytesOf(files)
  if (bytes > row.bytes) await requireSpace(q, caller, row.resource_type, bytes - row.bytes)
  await q
    .updateTable('resource')
    .set({ mime, width, height, bytes, tag: tagOf(checked) })
    .where('resource_id', '=', row.resource_id)
    .execute()
  await q.deleteFrom('resource_file').where('resource_id', '=', row.resource_id).execute()
  await insertFiles(q, row, files)
}

async function insertFiles(
  q: Kysely<Schema>,
  { tenant_id, resource_id, resource_type }: Row,
  files: readonly KeptFile[],
): Promise<void> {
  const [first] = files
  if (resource_type === 'group' && first)
    await keepUse(q, tenant_id, { group_id: resource_id }, first.content.toString())
  // One at a time: a model's twenty megabytes are not copied into one statement.
  for (const [place, file] of files.entries())
    await q
      .insertInto('resource_file')
      .values({ tenant_id, resource_id, place, ...file })
      .execute()
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
