import type { Kysely } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { ResourceType } from '../../../core/contract/resource.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { namedBy, withResources } from '../documents/index.ts'
import { type CheckedFiles, tagOf } from '../files/checked-files.ts'
import { filesOf, insertResource, namedResourceOnce } from '../gallery/index.ts'
import type { Caller } from '../http/caller.ts'
import { WrongField } from '../http/field-errors.ts'
import { openFairTurns } from '../limits/fair-turns.ts'
import { editableTemplate } from '../templates/index.ts'
import { addScreen, namedOnce } from './add.ts'
import type { CheckedResource } from './checked-screen-file.ts'
import { documentOf, seenScreen } from './rows.ts'
import type { ScreenFile } from './screen-file-contents.ts'
import { makeScreenFile, readScreenFile } from './screen-file-work.ts'

export interface ScreenFileParts {
  db: Db
  now?: () => number
}

const MIME = 'application/vnd.sightglass.screen+zip'

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
      const { variant, document, resources } = await readScreenFile(bytes, caller.tenant_id)
      return db.tenant(caller.tenant_id, async (q) => {
        await editableTemplate(q, caller, template_id)
        const ids = await keptResources(q, caller, resources, now())
        const renamed = renumbered(document, ids)
        const screen = { template_id, screen_name, variant, document: renamed, kind: 'imported' as const }
        return addScreen(q, caller, { ...screen, time: now() })
      })
    })
    // A name that was free may be taken by another upload meanwhile.
    return namedResourceOnce(namedOnce(kept))
  },
})

/** Ids here by ids there. What the gallery has already, with the same content, is not kept twice. */
async function keptResources(
  q: Kysely<Schema>,
  caller: Caller,
  resources: readonly CheckedResource[],
  time: number,
): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  // What groups name comes first, so that they can name it as it is called here.
  for (const resource of resources) {
    const checked = resource.resource_type === 'group' ? renumberedGroup(resource.checked, ids) : resource.checked
    const { resource_type, resource_name } = resource
    const known = await q
      .selectFrom('resource')
      .select('resource_id')
      .where('resource_type', '=', resource_type)
      .where('tag', '=', tagOf(checked))
      .orderBy('resource_id')
      .limit(1)
      .executeTakeFirst()
    const name = known ? '' : await freeName(q, resource_type, resource_name)
    const kept =
      known ??
      (await insertResource(q, caller, { resource_type, resource_name: name, category_id: null, checked }, time))
    ids.set(resource.resource_id, kept.resource_id)
  }
  return ids
}

function renumberedGroup(checked: CheckedFiles, ids: ReadonlyMap<number, number>): CheckedFiles {
  const files = checked.files.map((file) => {
    return { ...file, content: Buffer.from(JSON.stringify(renumbered(JSON.parse(file.content.toString()), ids))) }
  })
  return { ...checked, files }
}

/** What names a resource that did not come along names nothing here: by chance it would be another one. */
const NO_RESOURCE = 0

function renumbered(value: unknown, ids: ReadonlyMap<number, number>): unknown {
  if (typeof value === 'string') return withResources(value, (id) => ids.get(id) ?? NO_RESOURCE)
  if (Array.isArray(value)) return value.map((one) => renumbered(one, ids))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, one]) => [renumbered(key, ids), renumbered(one, ids)] as const)
  return Object.fromEntries(entries)
}

/** A name that the gallery does not have yet. */
async function freeName(q: Kysely<Schema>, resource_type: ResourceType, wanted: string): Promise<string> {
  const rows = await q
    .selectFrom('resource')
    .select('resource_name')
    .where('resource_type', '=', resource_type)
    .execute()
  const taken = new Set(rows.map(({ resource_name }) => resource_name.toLowerCase()))
  for (let n = 1; ; n++) {
    const suffix = n === 1 ? '' : ` ${n}`
    const name = `${wanted.slice(0, LIMITS.pictureName - suffix.length)}${suffix}`
    if (!taken.has(name.toLowerCase())) return name
  }
}
