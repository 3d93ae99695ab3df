import type { Kysely } from 'kysely'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Screen, ScreenVersion } from '../../../core/contract/screen.ts'
import type { Schema } from '../db/schema.ts'
import { dropOldVersions, keepUse, readSent, readStored, readVersion } from '../documents/index.ts'
import { requireRanges, type StoredText } from '../files/document.ts'
import type { Caller } from '../http/caller.ts'
import { StoredJson } from '../http/stored-json.ts'
import { requireScreenSpace } from '../quotas/index.ts'
import { type Picture, readPicture } from './picture.ts'
import {
  documentOf,
  editableScreen,
  type FoundScreen,
  keepVersion,
  type ScreenParts,
  screenAsRow,
  seenScreen,
  touchTemplate,
} from './rows.ts'

type Saving = 'save' | 'versions' | 'version' | 'restore'

const VERSION = ['version_id', 'revision', 'kind', 'note', 'created_time', 'user_name'] as const

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
  const { thumbnail = null, thumbnail_tag = null } = picture
  await keepVersion(q, screen_id, { kind, note, user_name, thumbnail, thumbnail_tag })
  await touchTemplate(q, template_id, time)
  await dropOldVersions(q, tenant_id, screen_id)
  return screenAsRow(q, screen_id)
}

/** A version of a screen that the caller may see. */
async function seenVersion(q: Kysely<Schema>, caller: Caller, version_id: number) {
  const row = await q
    .selectFrom('screen_version')
    .select([...VERSION, 'screen_id', 'document', 'thumbnail as picture', 'thumbnail_tag as thumbnail'])
    .where('version_id', '=', version_id)
    .executeTakeFirst()
  if (!row) throw new ApiError('115005')
  return { ...row, screen: await seenScreen(q, caller, row.screen_id) }
}

/** Answers of the screen domain that keep what is drawn. */
export function screenSaveAnswers({ db, locks, now }: ScreenParts): Pick<Answers<Contract['screen'], Caller>, Saving> {
  /** Refuses with 100027 what was not made from the newest revision, or while another page draws. */
  function requireTurn({ screen_id, revision }: FoundScreen, base: number, caller: Caller, editor_id: string) {
    if (revision !== base || locks.isHeldByOther(screen_id, { ...caller, editor_id })) throw new ApiError('100027')
  }

  return {
    async save({ screen_id, revision, document: sent, kind, note, thumbnail, editor_id }, caller) {
      const document = await readSent(sent, caller)
      if (document.badRanges.length > 0) {
        // It is the one that is replaced, or nothing is saved.
        const before = await db.tenant(caller.tenant_id, async (q) => {
          await seenScreen(q, caller, screen_id)
          return documentOf(q, screen_id)
        })
        requireRanges(document, await readStored(before, caller))
      }
      return db.tenant(caller.tenant_id, async (q) => {
        const screen = await editableScreen(q, caller, screen_id)
        requireTurn(screen, revision, caller, editor_id)
        const picture = thumbnail === undefined ? {} : readPicture(thumbnail)
        return write(q, caller, screen, { document, picture, kind, note, time: now() })
      })
    },

    versions: ({ screen_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        await seenScreen(q, caller, screen_id)
        return q
          .selectFrom('screen_version')
          .select([...VERSION, 'thumbnail_tag as thumbnail'])
          .where('screen_id', '=', screen_id)
          .orderBy('version_id', 'desc')
          .execute()
      }),

    version: ({ version_id }, caller) =>
      db.tenant(caller.tenant_id, async (q) => {
        const { document, ...version } = await seenVersion(q, caller, version_id)
        return { version, document: new StoredJson(document) }
      }),

    async restore({ version_id, revision, editor_id }, caller) {
      const found = await db.tenant(caller.tenant_id, (q) => seenVersion(q, caller, version_id))
      const { screen_id, picture, thumbnail } = found
      const document = await readVersion(found.document, caller)
      return db.tenant(caller.tenant_id, async (q) => {
        const screen = await editableScreen(q, caller, screen_id)
        requireTurn(screen, revision, caller, editor_id)
        const pictured = picture && thumbnail ? { thumbnail: picture, thumbnail_tag: thumbnail } : {}
        const note = `#${found.revision}`
        return write(q, caller, screen, { document, picture: pictured, kind: 'restored', note, time: now() })
      })
    },
  }
}
