import { type Kysely, type RawBuilder, sql } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Screen } from '../../../core/contract/screen.ts'
import type { Template } from '../../../core/contract/template.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import type { DocumentLocks } from '../documents/index.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { editableTemplate, lockTemplate, seenTemplate } from '../templates/index.ts'

export interface ScreenParts {
  db: Db
  fleet: Fleet
  locks: DocumentLocks
  now: () => number
}

/** Screens in their order: those of desktops first. */
export async function screensAsRows(q: Kysely<Schema>, where: RawBuilder<boolean>): Promise<Screen[]> {
  const { rows } = await sql<Screen>`
    select s.screen_id, s.template_id, s.screen_name, s.variant, s.is_start, s.width, s.height, s.revision,
      s.published_revision, s.changed_time, s.changed_by, s.thumbnail_tag as thumbnail
    from screen s where ${where}
    order by s.variant, s.sort, s.screen_id`.execute(q)
  return rows
}

export const ofTemplate = (template_id: number) => sql<boolean>`s.template_id = ${template_id}`
const byId = (screen_id: number) => sql<boolean>`s.screen_id = ${screen_id}`

export async function screenAsRow(q: Kysely<Schema>, screen_id: number): Promise<Screen> {
  const [row] = await screensAsRows(q, byId(screen_id))
  if (!row) throw new ApiError('115005')
  return row
}

export interface FoundScreen extends Screen {
  template: Template
}

/** A screen of a template that the caller may see. 115005 alike when there is none and when it is not for this caller. */
export async function seenScreen(q: Kysely<Schema>, caller: Caller, screen_id: number): Promise<FoundScreen> {
  const screen = await screenAsRow(q, screen_id)
  return { ...screen, template: await seenTemplate(q, caller, screen.template_id) }
}

/** One whose template the caller may change; 115003 when the caller only sees it. Nobody else changes it meanwhile. */
export async function editableScreen(q: Kysely<Schema>, caller: Caller, screen_id: number): Promise<FoundScreen> {
  await lockTemplate(q, (await screenAsRow(q, screen_id)).template_id)
  const screen = await screenAsRow(q, screen_id)
  return { ...screen, template: await editableTemplate(q, caller, screen.template_id) }
}

/** The newest revision, as the text that is stored. */
export async function documentOf(q: Kysely<Schema>, screen_id: number): Promise<string> {
  const { document } = await q
    .selectFrom('screen')
    .select('document')
    .where('screen_id', '=', screen_id)
    .executeTakeFirstOrThrow()
  return document
}

/** A template is as new as its newest screen. */
export const touchTemplate = (q: Kysely<Schema>, template_id: number, changed_time: number) =>
  q.updateTable('template').set({ changed_time }).where('template_id', '=', template_id).execute()
