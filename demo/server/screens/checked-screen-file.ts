import type { Words } from '../../../core/catalogue/words.ts'
import type { ResourceType } from '../../../core/contract/resource.ts'
import { resourcesIn } from '../documents/index.ts'
import { checkFiles } from '../files/check-files.ts'
import { type CheckedFiles, tagOf } from '../files/checked-files.ts'
import { readDocument, requireRanges, type StoredText } from '../files/document.ts'
import { WrongField } from '../http/field-errors.ts'
import { type Contents, unzippedScreen } from './screen-file-contents.ts'

/** A resource that came with a screen, as the gallery would keep it. */
export interface CheckedResource {
  resource_id: number
  resource_type: ResourceType
  resource_name: string
  checked: CheckedFiles
  tag: string
}

export interface CheckedScreen {
  variant: Contents['variant']
  document: StoredText
  /** Those that others are made of before those others. */
  resources: CheckedResource[]
}

const refuse = (words: Words) => new WrongField('file', words, '201801')

/** What a file of a screen holds, everything as if it had been uploaded: for a thread. */
export async function checkedScreen(bytes: Buffer): Promise<CheckedScreen> {
  const sent = await unzippedScreen(bytes)
  if (!sent) throw refuse({ zh: '不是画面文件', en: 'is no file of a screen' })
  const { variant } = sent
  const document = readDocument(sent.document, 'file')
  requireRanges(document)
  const resources: CheckedResource[] = []
  for (const { files, ...resource } of sent.resources) {
    const kept = await checkFiles(resource.resource_type, files).catch((error) => {
      if (!(error instanceof WrongField)) throw error
      const { zh, en } = error.parts.words
      throw refuse({ zh: `${resource.resource_name}：${zh}`, en: `${resource.resource_name} ${en}` })
    })
    resources.push({ ...resource, checked: kept, tag: tagOf(kept) })
  }
  const isGroup = ({ resource_type }: CheckedResource) => resource_type === 'group'
  return {
    variant,
    document,
    resources: [...resources.filter((one) => !isGroup(one)), ...groupsInOrder(resources.filter(isGroup))],
  }
}

const textOf = ({ checked }: CheckedResource) => checked.files.map(({ content }) => content.toString()).join(' ')

/** Groups that others are made of before those others; of a ring, which has no such order, each once. */
function groupsInOrder(groups: readonly CheckedResource[]): CheckedResource[] {
  const known = new Map(groups.map((group) => [group.resource_id, group]))
  const begun = new Set<CheckedResource>()
  const ordered: CheckedResource[] = []
  const add = (group: CheckedResource): void => {
    if (begun.has(group)) return
    begun.add(group)
    for (const id of resourcesIn(textOf(group))) {
      const part = known.get(id)
      if (part) add(part)
    }
    ordered.push(group)
  }
  for (const group of groups) add(group)
  return ordered
}
