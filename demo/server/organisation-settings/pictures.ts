import { randomBytes } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { HOUR_MS } from '../../../core/catalogue/durations.ts'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { UploadedFile } from '../../../core/contract/file.ts'
import {
  type OrganisationSettings,
  PICTURE_KINDS,
  type PictureKind,
  type UploadedPicture,
} from '../../../core/contract/organisation-settings.ts'
import type { Schema } from '../db/schema.ts'
import { checkStillPicture, oneFile, wrongAtFile } from '../files/check-picture.ts'
import type { CheckedFiles } from '../files/checked-files.ts'
import { checkUpload } from '../files/uploads.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'

/** One that no save has named within this time goes; and the oldest of more than so many. */
const UNNAMED_MS = HOUR_MS
const UNNAMED_MOST = 8

/** 16 random bytes: no two are alike, and none is guessed. */
export const randomId = () => randomBytes(16).toString('base64url')

const isSvg = (bytes: Buffer) => !bytes.includes(0) && /<svg[\s>]/i.test(bytes.toString('utf8', 0, 4096))

/** A picture of this kind. Throws a WrongField at `file`. */
export async function checkedPicture(kind: PictureKind, file: UploadedFile, caller: Caller): Promise<CheckedFiles> {
  const isSmall = kind !== 'background'
  const sent = [{ name: file.name, bytes: Buffer.from(file.content, 'base64') }]
  try {
    const { bytes } = oneFile(sent, isSmall ? LIMITS.smallImageBytes : LIMITS.loginBackgroundBytes)
    if (isSmall && isSvg(bytes)) return await checkUpload('symbol', [file], caller)
    return checkStillPicture(sent, bytes.length)
  } catch (error) {
    throw wrongAtFile(error)
  }
}

/** Keeps a picture for a save that names it. */
export async function keepPicture(
  q: Kysely<Schema>,
  { tenant_id }: Caller,
  kind: PictureKind,
  { mime, width, height, files: [file] }: CheckedFiles,
  time: number,
): Promise<UploadedPicture> {
  const content = file?.content ?? Buffer.alloc(0)
  const picture_id = randomId()
  await q
    .insertInto('organisation_picture')
    .values({ tenant_id, picture_id, kind, mime, width, height, content, created_time: time })
    .execute()
  return { picture_id, mime, width, height, bytes: content.length }
}

const namedIn = (settings: Pictures) => PICTURE_KINDS.flatMap((kind) => settings[kind] ?? [])

/** Deletes pictures that these settings do not name, but for the newest, which are about to be named. */
export async function dropUnnamed(q: Kysely<Schema>, settings: Pictures, time: number): Promise<void> {
  const named = namedIn(settings)
  await sql`delete from organisation_picture where picture_id in (
    select picture_id from (
      select picture_id, created_time, row_number() over (order by created_time desc, picture_id) as place
        from organisation_picture where picture_id <> all(${named}::text[])
    ) unnamed where place > ${UNNAMED_MOST} or created_time < ${time - UNNAMED_MS})`.execute(q)
}

type Pictures = Pick<OrganisationSettings, PictureKind>

async function rowsOf(q: Kysely<Schema>, settings: Pictures) {
  const ids = namedIn(settings)
  if (ids.length === 0) return []
  return q
    .selectFrom('organisation_picture')
    .select(['picture_id', 'kind', 'mime'])
    .select(sql<number>`octet_length(content)`.as('bytes'))
    .where('picture_id', 'in', ids)
    .execute()
}

/** Throws a WrongField for one that is none of the organisation's, or was uploaded for another place. */
export async function requirePictures(q: Kysely<Schema>, settings: Pictures): Promise<void> {
  const rows = await rowsOf(q, settings)
  for (const kind of PICTURE_KINDS)
    if (settings[kind] !== null && !rows.some((row) => row.picture_id === settings[kind] && row.kind === kind))
      throw new WrongField(kind, { zh: '图片已不存在，请重新上传', en: 'is gone: upload it again' }, '100002')
}

/** What they are, in words of a record. */
export async function describedPictures(q: Kysely<Schema>, settings: Pictures) {
  const rows = await rowsOf(q, settings)
  const described = PICTURE_KINDS.map((kind) => {
    const row = rows.find(({ picture_id }) => picture_id === settings[kind])
    // The same sizes twice are two pictures all the same.
    return [kind, row ? `${row.mime}, ${row.bytes} B, ${row.picture_id.slice(0, 6)}` : null] as const
  })
  return Object.fromEntries(described)
}
