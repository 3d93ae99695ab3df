import { type Kysely, sql } from 'kysely'
import type { Screen } from '../../../core/contract/screen.ts'
import { changesOf, writeAudit } from '../audit/index.ts'
import { DbError } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { keepUse, keepVersion, type Picture, readPicture } from '../documents/index.ts'
import { requireSize, type StoredText } from '../files/document.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { requireQuota, requireRoom, requireScreenSpace } from '../quotas/index.ts'
import { editableTemplate, lockTemplate } from '../templates/index.ts'
import { screenAsRow, touchTemplate } from './rows.ts'

export interface NewScreen {
  template_id: number
  screen_name: string
  variant: Screen['variant']
  /** Without ranges that no value lies in. */
  document: StoredText
  thumbnail?: string | undefined
  kind: 'saved' | 'imported'
  time: number
}

const uniqueViolation = '23505'
const nameTaken = 'screen_tenant_id_template_id_screen_name_key'

/** Refuses, at its field, a name that another screen of the template has. Stands around the whole transaction. */
export async function namedOnce<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    const isTaken = error instanceof DbError && error.code === uniqueViolation && error.constraint === nameTaken
    if (!isTaken) throw error
    throw new WrongField('screen_name', { zh: '画面名称已存在', en: 'is the name of another screen' }, '115001')
  }
}

/** Adds a screen to a template that the caller may change, after those of its variant; the first one is its start. */
export async function addScreen(q: Kysely<Schema>, caller: Caller, input: NewScreen): Promise<Screen> {
  const { template_id, screen_name, variant, kind, time } = input
  const { tenant_id, user_id: created_user_id, user_name } = caller
  await lockTemplate(q, template_id)
  const { module_name } = await editableTemplate(q, caller, template_id)
  const { text: document, width, height } = input.document
  requireSize(document)
  const picture: Partial<Picture> = input.thumbnail === undefined ? {} : readPicture(input.thumbnail)
  await requireQuota(q, caller, 'screens')
  await requireRoom(q, 'screens')
  await requireScreenSpace(q, caller, { document, ...picture })
  const { rows } = await sql<{ sort: number; is_start: boolean }>`
    select coalesce(max(sort) + 1, 0) as sort, not coalesce(bool_or(is_start), false) as is_start
    from screen where template_id = ${template_id} and variant = ${variant}`.execute(q)
  const [{ sort, is_start }] = rows as [{ sort: number; is_start: boolean }]
  const { screen_id } = await q
    .insertInto('screen')
    .values({
      tenant_id,
      document,
      ...picture,
      created_time: time,
      template_id,
      screen_name,
      variant,
      width,
      height,
      sort,
      is_start,
      created_user_id,
      changed_time: time,
      changed_by: user_name,
    })
    .returning('screen_id')
    .executeTakeFirstOrThrow()
  await keepUse(q, tenant_id, { screen_id }, document)
  await keepVersion(q, 'screen', screen_id, { kind, note: '', user_name, ...picture })
  await touchTemplate(q, template_id, time)
  const detail = changesOf({}, { screen_name, variant, width, height, kind })
  await writeAudit(q, caller, { action: 'screen-create', target: module_name, detail }, time)
  return screenAsRow(q, screen_id)
}
