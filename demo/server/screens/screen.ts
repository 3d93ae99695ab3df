import { type Kysely, sql } from 'kysely'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Screen } from '../../../core/contract/screen.ts'
import { changesOf, writeAudit, writeChange } from '../audit/index.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { numbers } from '../db/sql-array.ts'
import { type DocumentLocks, lockAnswer, openDocumentLocks, readSent } from '../documents/index.ts'
import { blankDocument, DEFAULT_SIZE, requireRanges } from '../files/document.ts'
import type { Fleet } from '../fleet/fleet.ts'
import type { Caller } from '../http/caller.ts'
import { StoredJson } from '../http/stored-json.ts'
import { shownTemplate } from '../templates/index.ts'
import { addScreen, namedOnce } from './add.ts'
import {
  documentOf,
  editableScreen,
  ofTemplate,
  type ScreenParts,
  screenAsRow,
  screensAsRows,
  seenScreen,
  touchTemplate,
} from './rows.ts'
import { screenSaveAnswers } from './save.ts'
import { screenShowAnswers } from './show.ts'

/** Those that read and write files of screens, and that replay, are of other modules. */
type Own = Omit<Answers<Contract['screen'], Caller>, 'exported' | 'imported' | 'replay'>

/** Moves a screen to a place among those of its variant. */
async function moveTo(q: Kysely<Schema>, { screen_id, template_id, variant }: Screen, place: number): Promise<void> {
  const all = await screensAsRows(q, ofTemplate(template_id))
  const others = all.filter((row) => row.variant === variant && row.screen_id !== screen_id)
  const ids = others.map((row) => row.screen_id)
  ids.splice(place, 0, screen_id)
  await sql`update screen s set sort = u.place - 1
    from unnest(${numbers(ids)}::bigint[]) with ordinality u (screen_id, place)
    where s.screen_id = u.screen_id and s.sort <> u.place - 1`.execute(q)
}

/** Makes a screen what its template opens with; the one before is it no more. */
async function start(q: Kysely<Schema>, { screen_id, template_id, variant }: Screen): Promise<void> {
  await q
    .updateTable('screen')
    .set({ is_start: false })
    .where('template_id', '=', template_id)
    .where('variant', '=', variant)
    .where('is_start', '=', true)
    .execute()
  await q.updateTable('screen').set({ is_start: true }).where('screen_id', '=', screen_id).execute()
}

export interface ScreenAnswerParts {
  db: Db
  fleet: Fleet
  now?: () => number
  locks?: DocumentLocks
}

export function screenAnswers({ db, fleet, now = Date.now, locks = openDocumentLocks(now) }: ScreenAnswerParts): Own {
  const parts: ScreenParts = { db, fleet, locks, now }
  return {
    ...screenSaveAnswers(parts),
    ...screenShowAnswers(parts),

    list: ({ template_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { isSeen } = await shownTemplate(q, fleet, caller, template_id)
        // Whoever only sees a device of it sees what the device shows.
        const where = isSeen ? sql`true` : sql`s.published_revision is not null`
        return screensAsRows(q, sql<boolean>`${ofTemplate(template_id)} and ${where}`)
      }),

    open: ({ screen_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { template, ...screen } = await seenScreen(q, caller, screen_id)
        const document = await documentOf(q, screen_id)
        return {
          screen,
          document: new StoredJson(document),
          lock: locks.holderOf(screen_id),
          may_edit: template.may_edit,
        }
      }),

    async create({ width, height, document: sent, ...input }, caller) {
      const size = DEFAULT_SIZE[input.variant]
      const blank = () => blankDocument(width ?? size.width, height ?? size.height)
      const document = await readSent(sent ?? blank(), caller)
      requireRanges(document)
      const screen = { ...input, document, kind: 'saved' as const, time: now() }
      return namedOnce(db.tenant(caller.tenant_id, (q) => addScreen(q, caller, screen)))
    },

    edit: ({ screen_id, screen_name, is_start, sort }, caller) =>
      namedOnce(
        db.tenant(caller.tenant_id, async (q) => {
          const screen = await editableScreen(q, caller, screen_id)
          if (screen_name !== undefined)
            await q.updateTable('screen').set({ screen_name }).where('screen_id', '=', screen_id).execute()
          if (is_start && !screen.is_start) await start(q, screen)
          if (sort !== undefined) await moveTo(q, screen, sort)
          await touchTemplate(q, screen.template_id, now())
          const after = await screenAsRow(q, screen_id)
          const kept = ({ screen_name, is_start }: Screen) => ({ screen_name, is_start })
          const moved = sort === undefined ? {} : { sort: { before: null, after: sort } }
          const detail = { ...changesOf(kept(screen), kept(after)), ...moved }
          const { module_name: target } = screen.template
          await writeChange(q, caller, { action: 'screen-edit', target, detail }, now())
          return after
        }),
      ),

    remove: ({ screen_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const screen = await editableScreen(q, caller, screen_id)
        const { template_id, variant, screen_name, template } = screen
        await q.deleteFrom('screen').where('screen_id', '=', screen_id).execute()
        if (screen.is_start) {
          const left = await screensAsRows(q, ofTemplate(template_id))
          const next = left.find((row) => row.variant === variant)
          if (next) await start(q, next)
        }
        await touchTemplate(q, template_id, now())
        const detail = changesOf({ screen_name }, { screen_name: null })
        await writeAudit(q, caller, { action: 'screen-delete', target: template.module_name, detail }, now())
        return {}
      }),

    lock: ({ screen_id, editor_id, take, release }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { revision, template } = await seenScreen(q, caller, screen_id)
        const { may_edit: mayHold } = template
        return { ...lockAnswer(locks, screen_id, caller, { editor_id, take, release, mayHold }), revision }
      }),
  }
}
