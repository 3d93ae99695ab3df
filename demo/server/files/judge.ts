import type { ResourceType } from '../../../core/contract/resource.ts'
import { groupOf } from './groups.ts'
import { judgePicture, oneFile } from './judge-picture.ts'
import { type Judged, type SentFile, wrongFile } from './judged.ts'
import { judgeModel } from './models.ts'
import { cleanSymbol, NotSymbol } from './svg.ts'

/** What the gallery keeps of files that came, whoever sent them: for a thread. Throws a WrongField that names the file. */
export async function judge(type: ResourceType, sent: readonly SentFile[]): Promise<Judged> {
  if (type === 'model') return judgeModel(sent)
  if (type === 'picture') return judgePicture(sent)
  const file = oneFile(sent)
  return type === 'symbol' ? judgeSymbol(file) : judgeGroup(file)
}

function judgeSymbol({ bytes }: SentFile): Judged {
  try {
    const { svg, width, height } = cleanSymbol(bytes)
    const mime = 'image/svg+xml'
    return { mime, width, height, files: [{ name: 'symbol.svg', mime, content: Buffer.from(svg) }] }
  } catch (error) {
    if (error instanceof NotSymbol) throw wrongFile(0, error.words)
    throw error
  }
}

function judgeGroup({ bytes }: SentFile): Judged {
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
