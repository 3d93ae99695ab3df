import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { Db } from '../db/db.ts'
import { namedBy } from '../documents/index.ts'
import { DOCUMENT_BYTES } from '../files/document.ts'
import { filesOf, insertResources, namedResourceOnce } from '../gallery/index.ts'
import { costOf } from '../http/call-limits.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { editableTemplate } from '../templates/index.ts'
import { addScreen, namedOnce } from './add.ts'
import { renumbered, toBeAdded } from './brought-resources.ts'
import { documentOf, seenScreen } from './rows.ts'
import type { ScreenFile } from './screen-file-contents.ts'
import { makeScreenFile, readScreenFile } from './screen-file-work.ts'

export interface ScreenFileParts {
  db: Db
  now?: () => number
}

const MIME = 'application/vnd.sightglass.screen+zip'

/** So many new resources keep the store busy as long as a call does. */
const RESOURCES_OF_CALL = 4

/** Files of screens that are made or read at once: each is in memory whole. */
const turns = openFairTurns({ atOnce: 2, ofOne: 1, waitingOfOne: 4, waiting: 12 })

const tooMuch = () => {
  const megabytes = LIMITS.screenFileBytes / 1024 / 1024
  return new WrongField(
    'screen_id',
    {
      zh: `使用的图片和模型超过 ${megabytes} MB，无法导出为一个文件`,
      en: `uses pictures and models of more than ${megabytes} MB, which no file may hold`,
    },
    '115002',
  )
}

const refuse = (words: Words) => new WrongField('file', words, '201801')

/** Answers of the screen domain that carry a screen from one template, or organisation, to another. */
export const screenFileAnswers = ({
  db,
  now = Date.now,
}: ScreenFileParts): Pick<Answers<Contract['screen'], Caller>, 'exported' | 'imported'> => ({
  exported: ({ screen_id }, caller) =>
    turns.run(caller.tenant_id, async () => {
      const { screen_name, listed, ...screen } = await db.tenant(caller.tenant_id, async (q) => {
        const { screen_name, variant } = await seenScreen(q, caller, screen_id)
        const document = await documentOf(q, screen_id)
        return { screen_name, variant, document, listed: await namedBy(q, screen_id) }
      })
      const bytes = listed.reduce((sum, one) => sum + one.bytes, 0)
      if (bytes > LIMITS.screenFileBytes) throw tooMuch()
      const resources: ScreenFile['resources'] = []
      // One transaction each: a store of one connection serves others in between.
      for (const { bytes: _bytes, ...named } of listed) {
        const files = await db.tenant(caller.tenant_id, (q) => filesOf(q, named.resource_id))
        resources.push({ ...named, files: files.map(({ name, content }) => ({ name, bytes: Buffer.from(content) })) })
      }
      const content = await makeScreenFile({ ...screen, resources }, caller.tenant_id)
      return { name: `${screen_name}.sgscreen`, mime: MIME, content }
    }),

  async imported({ template_id, screen_name, file }, caller) {
    const bytes = Buffer.from(file.content, 'base64')
    if (bytes.length > LIMITS.importBytes) throw refuse({ zh: '文件最大 20 MB', en: 'may have 20 MB at most' })
    // Whoever may not save it need not have it checked.
    await db.tenant(caller.tenant_id, (q) => editableTemplate(q, caller, template_id))
    const kept = turns.run(caller.tenant_id, async () => {
      const { variant, document, resources } = await readScreenFile(bytes, caller)
      // What came packed costs what it would as the body of a call.
      caller.spend?.(costOf(document.text.length))
      // The store is held for what is written alone.
      const { ids, added } = await toBeAdded(db, caller, resources)
      const text = renumbered(document.text, ids)
      // Numbers here may be longer than those there.
      if (Buffer.byteLength(text) > DOCUMENT_BYTES) throw new ApiError('115002')
      const renumberedDocument = { ...document, text }
      caller.spend?.(Math.floor(added.length / RESOURCES_OF_CALL))
      return db.tenant(caller.tenant_id, async (q) => {
        await editableTemplate(q, caller, template_id)
        await insertResources(q, caller, added, now())
        const screen = { template_id, screen_name, variant, document: renumberedDocument, kind: 'imported' as const }
        return addScreen(q, caller, { ...screen, time: now() })
      })
    })
    // A name that was free may be taken by another upload meanwhile.
    return namedResourceOnce(namedOnce(kept))
  },
})
