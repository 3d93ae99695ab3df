import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Screen, ScreenVersion } from '../../../core/contract/screen.ts'
import type { Schema } from '../db/schema.ts'
import {
  dropOldVersions,
  keepUse,
  keepVersion,
  type Picture,
  readPicture,
  readSent,
  readVersion,
  requireNewRanges,
  requireTurn,
  versionAsRow,
  versionsOf,
} from '../documents/index.ts'
import type { StoredText } from '../files/document.ts'
import type { Caller } from '../http/caller.ts'
import { StoredJson } from '../http/stored-json.ts'
import { requireScreenSpace } from '../quotas/index.ts'
import { documentOf, editableScreen, type ScreenParts, screenAsRow, seenScreen, touchTemplate } from './rows.ts'

type Saving = 'save' | 'versions' | 'version' | 'restore'

interface Newest {
  document: StoredText
  picture: Partial<Picture>
  kind: ScreenVersion['kind']
  note: string
  time: number
}

/** Makes a document the newest revision of a screen, keeps it as a version, and drops versions that are too many. */
async function write(q: Kysely<Schema>, caller: Caller, { screen_id, revision, template_id }: Screen, newest: Newest) {
  const { tenant_id, user_name } = caller
  const { picture, kind, note, time } = newest
  const { text: document, width, height } = newest.document
  await requireScreenSpace(q, caller, { document, ...picture })
  await q
    .updateTable('screen')
    .set({ revision: revision + 1, document, width, height, changed_time: time, changed_by: user_name, ...picture })
    .where('screen_id', '=', screen_id)
    .execute()
  await keepUse(q, tenant_id, { screen_id }, document)
  await keepVersion(q, 'screen', screen_id, { kind, note, user_name, ...picture })
  await touchTemplate(q, template_id, time)
  await dropOldVersions(q, tenant_id, 'screen', screen_id, time)
  return screenAsRow(q, screen_id)
}

/** A version of a screen that the caller may see. */
async function seenVersion(q: Kysely<Schema>, caller: Caller, version_id: number) {
  const row = await versionAsRow(q, 'screen', version_id)
  if (!row) throw new ApiError('115005')
  await seenScreen(q, caller, row.of_id)
  return row
}

/** Answers of the screen domain that keep what is drawn. */
export function screenSaveAnswers({ db, locks, now }: ScreenParts): Pick<Answers<Contract['screen'], Caller>, Saving> {
  return {
    async save({ screen_id, revision, document: sent, kind, note, thumbnail, editor_id }, caller) {
      const document = await readSent(sent, caller)
      const replaced = () =>
        db.tenant(caller.tenant_id, async (q) => {
          await seenScreen(q, caller, screen_id)
          return documentOf(q, screen_id)
        })
      await requireNewRanges(document, caller, replaced)
      return db.tenant(caller.tenant_id, async (q) => {
        const screen = await editableScreen(q, caller, screen_id)
        requireTurn(locks, screen_id, caller, { newest: screen.revision, revision, editor_id })
        const picture = thumbnail === undefined ? {} : readPicture(thumbnail)
        return write(q, caller, screen, { document, picture, kind, note, time: now() })
      })
    },

    versions: ({ screen_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        await seenScreen(q, caller, screen_id)
        return versionsOf(q, 'screen', screen_id)
      }),

    version: ({ version_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { version, document } = await seenVersion(q, caller, version_id)
        return { version, document: new StoredJson(document) }
      }),

    async restore({ version_id, revision, editor_id }, caller) {
      const found = await db.tenant(caller.tenant_id, (q) => seenVersion(q, caller, version_id))
      const { of_id: screen_id, picture, version } = found
      const document = await readVersion(found.document, caller)
      return db.tenant(caller.tenant_id, async (q) => {
        const screen = await editableScreen(q, caller, screen_id)
        requireTurn(locks, screen_id, caller, { newest: screen.revision, revision, editor_id })
        const note = `#${version.revision}`
        return write(q, caller, screen, { document, picture, kind: 'restored', note, time: now() })
      })
    },
  }
}
