import type { Kysely } from 'kysely'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { Words } from '../../../core/catalogue/words.ts'
import type { Contract } from '../../../core/contract/contract.ts'
import type { Answers } from '../../../core/contract/endpoint.ts'
import type { ResourceType } from '../../../core/contract/resource.ts'
import type { Caller } from '../caller.ts'
import type { Db } from '../db/db.ts'
import type { Schema } from '../db/schema.ts'
import { WrongField } from '../field-errors.ts'
import { judge, tagOf } from '../gallery/judge.ts'
import type { Judged } from '../gallery/judged.ts'
import { readDocument } from '../screens/document.ts'
import { filesOf, insertResource, namedOnce as resourceNamedOnce } from './resource-rows.ts'
import { resourcesIn, withParts, withResources } from './resource-use.ts'
import { addScreen, namedOnce } from './screen-add.ts'
import { type ScreenFile, unzippedScreen, zippedScreen } from './screen-file-contents.ts'
import { documentOf, seenScreen } from './screen-rows.ts'
import { editableTemplate } from './template-rows.ts'

export interface ScreenFileParts {
  db: Db
  now?: () => number
}

const MIME = 'application/vnd.sightglass.screen+zip'

const refuse = (words: Words) => new WrongField('file', words, '201801')

/** Answers of the screen domain that carry a screen from one template, or organisation, to another. */
export const screenFileAnswers = ({
  db,
  now = Date.now,
}: ScreenFileParts): Pick<Answers<Contract['screen'], Caller>, 'exported' | 'imported'> => ({
  exported: ({ screen_id }, caller) =>
    db.tenant(caller.tenant_id, async (q) => {
      const { screen_name, variant } = await seenScreen(q, caller, screen_id)
      const document = JSON.stringify(await documentOf(q, screen_id))
      const resources = await resourcesOf(q, await withParts(q, resourcesIn(document)))
      return { name: `${screen_name}.sgscreen`, mime: MIME, content: zippedScreen({ variant, document, resources }) }
    }),

  async imported({ template_id, screen_name, file }, caller) {
    const bytes = Buffer.from(file.content, 'base64')
    if (bytes.length > LIMITS.importBytes) throw refuse({ zh: '文件最大 20 MB', en: 'may have 20 MB at most' })
    // Whoever may not keep it need not have it judged.
    await db.tenant(caller.tenant_id, (q) => editableTemplate(q, caller, template_id))
    const sent = await unzippedScreen(bytes)
    if (!sent) throw refuse({ zh: '不是画面文件', en: 'is no file of a screen' })
    readDocument(sent.document, 'file')
    const judged = await judgedResources(sent)
    const kept = db.tenant(caller.tenant_id, async (q) => {
      await editableTemplate(q, caller, template_id)
      const ids = await keptResources(q, caller, judged, now())
      const document = renumbered(sent.document, ids)
      const { variant } = sent
      return addScreen(q, caller, { template_id, screen_name, variant, document, kind: 'imported', time: now() })
    })
    // A name that was free may be taken by another upload meanwhile.
    return resourceNamedOnce(namedOnce(kept))
  },
})

async function resourcesOf(q: Kysely<Schema>, resource_ids: readonly number[]): Promise<ScreenFile['resources']> {
  if (resource_ids.length === 0) return []
  const rows = await q
    .selectFrom('resource')
    .select(['resource_id', 'resource_type', 'resource_name'])
    .where('resource_id', 'in', [...resource_ids])
    .orderBy('resource_id')
    .execute()
  const resources: ScreenFile['resources'] = []
  for (const row of rows) {
    const files = await filesOf(q, row.resource_id)
    resources.push({ ...row, files: files.map(({ name, content }) => ({ name, bytes: Buffer.from(content) })) })
  }
  return resources
}

interface JudgedResource {
  resource_id: number
  resource_type: ResourceType
  resource_name: string
  judged: Judged
}

/** How long the resources of one file may be judged, all together. */
const JUDGED_MS = 60_000

/** Everything as if it had been uploaded. */
async function judgedResources({ resources }: ScreenFile): Promise<JudgedResource[]> {
  const judged: JudgedResource[] = []
  const until = performance.now() + JUDGED_MS
  for (const { files, ...resource } of resources) {
    if (performance.now() > until) throw refuse({ zh: '校验超时', en: 'takes too long to check' })
    const wrong = (words: Words) =>
      refuse({ zh: `${resource.resource_name}：${words.zh}`, en: `${resource.resource_name} ${words.en}` })
    const kept = await judge(resource.resource_type, files).catch((error) => {
      if (!(error instanceof WrongField)) throw error
      const [zh, en] = [error.in('zh'), error.in('en')].map(({ fields }) => fields[0]?.message ?? '')
      throw wrong({ zh: zh as string, en: en as string })
    })
    judged.push({ ...resource, judged: kept })
  }
  return judged
}

/** Ids here by ids there. What the gallery has already, with the same content, is not kept twice. */
async function keptResources(
  q: Kysely<Schema>,
  caller: Caller,
  resources: readonly JudgedResource[],
  time: number,
): Promise<Map<number, number>> {
  const ids = new Map<number, number>()
  // Groups name others: those come first, so that groups can name them as they are called here.
  const isGroup = ({ resource_type }: JudgedResource) => resource_type === 'group'
  const inOrder = [...resources.filter((one) => !isGroup(one)), ...groupsInOrder(resources.filter(isGroup))]
  for (const resource of inOrder) {
    const judged = isGroup(resource) ? renumberedGroup(resource.judged, ids) : resource.judged
    const { resource_type, resource_name } = resource
    const known = await q
      .selectFrom('resource')
      .select('resource_id')
      .where('resource_type', '=', resource_type)
      .where('tag', '=', tagOf(judged))
      .orderBy('resource_id')
      .limit(1)
      .executeTakeFirst()
    const name = known ? '' : await freeName(q, resource_type, resource_name)
    const kept =
      known ??
      (await insertResource(q, caller, { resource_type, resource_name: name, category_id: null, judged }, time))
    ids.set(resource.resource_id, kept.resource_id)
  }
  return ids
}

const textOf = ({ judged }: JudgedResource) => judged.files.map(({ content }) => content.toString()).join(' ')

/** Groups that others are made of before those others. */
function groupsInOrder(groups: readonly JudgedResource[]): JudgedResource[] {
  const ordered: JudgedResource[] = []
  let left = [...groups]
  while (left.length > 0) {
    const waiting = new Set(left.map(({ resource_id }) => resource_id))
    const ready = left.filter((group) => !resourcesIn(textOf(group)).some((id) => waiting.has(id)))
    // Groups that name each other in a ring are kept as they come.
    const next = ready.length > 0 ? ready : left
    ordered.push(...next)
    left = left.filter((group) => !next.includes(group))
  }
  return ordered
}

function renumberedGroup(judged: Judged, ids: ReadonlyMap<number, number>): Judged {
  const files = judged.files.map((file) => {
    return { ...file, content: Buffer.from(JSON.stringify(renumbered(JSON.parse(file.content.toString()), ids))) }
  })
  return { ...judged, files }
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
