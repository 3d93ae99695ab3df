import type { ResourceType } from '../../../core/contract/resource.ts'
import { checkPicture, oneFile } from './check-picture.ts'
import { type CheckedFiles, type SentFile, wrongFile } from './checked-files.ts'
import { groupOf } from './groups.ts'
import { checkModel } from './models.ts'
import { cleanSymbol, NotSymbol } from './svg.ts'

/** What the gallery keeps of files that came, whoever sent them: for a thread. Throws a WrongField that names the file. */
export async function checkFiles(type: ResourceType, sent: readonly SentFile[]): Promise<CheckedFiles> {
  if (type === 'model') return checkModel(sent)
  if (type === 'picture') return checkPicture(sent)
  const file = oneFile(sent)
  return type === 'symbol' ? checkSymbol(file) : checkGroup(file)
}

function checkSymbol({ bytes }: SentFile): CheckedFiles {
  try {
    const { svg, width, height } = cleanSymbol(bytes)
    const mime = 'image/svg+xml'
    return { mime, width, height, files: [{ name: 'symbol.svg', mime, content: Buffer.from(svg) }] }
  } catch (error) {
    if (error instanceof NotSymbol) throw wrongFile(0, error.words)
    throw error
  }
}

function checkGroup({ bytes }: SentFile): CheckedFiles {
  const group = groupOf(bytes)
  if ('zh' in group) throw wrongFile(0, group)
  const mime = 'application/json'
  const content = Buffer.from(group.json)
  return {
    mime,
    width: Math.round(group.width),
    height: Math.round(group.height),
    files: [{ name: 'group.json', mime, content }],
  }
}
