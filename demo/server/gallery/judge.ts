import { createHash } from 'node:crypto'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import type { UploadedFile } from '../../../core/contract/file.ts'
import type { ResourceType } from '../../../core/contract/resource.ts'
import { WrongField } from '../field-errors.ts'
import { groupOf } from './groups.ts'
import { type Judged, type SentFile, wrongFile } from './judged.ts'
import { judgeModel } from './models.ts'
import { MOST_PIXELS, pictureOf } from './pictures.ts'
import { cleanSymbol, NotSymbol } from './svg.ts'

/** A gallery's groups are JSON of controls: as large as a picture may be. */
const MOST_BYTES = LIMITS.imageBytes

/** The bytes of files as they came. */
export const decodedFiles = (files: readonly UploadedFile[]): SentFile[] =>
  files.map(({ name, content }) => ({ name: name.normalize('NFC'), bytes: Buffer.from(content, 'base64') }))

/** What the gallery keeps of files that came, whoever sent them. Throws a WrongField that names the file. */
export async function judge(type: ResourceType, sent: readonly SentFile[]): Promise<Judged> {
  if (type === 'model') return judgeModel(sent)
  const [file, another] = sent
  if (!file || another) throw new WrongField('files', { zh: '只能有一个文件', en: 'must be one file' }, '201801')
  const { bytes } = file
  if (bytes.length === 0) throw new WrongField('files.0', { zh: '文件为空', en: 'is empty' }, '114006')
  if (bytes.length > MOST_BYTES) throw wrongFile(0, { zh: '最大 1 MB', en: 'may have 1 MB at most' })
  if (type === 'picture') return judgePicture(file)
  return type === 'symbol' ? judgeSymbol(file) : judgeGroup(file)
}

function judgePicture({ bytes }: SentFile): Judged {
  const picture = pictureOf(bytes)
  if (picture === null)
    throw wrongFile(0, { zh: '不是有效的 PNG、JPEG、GIF 或 WebP 图片', en: 'is no PNG, JPEG, GIF or WebP picture' })
  const { mime, width, height } = picture
  if (width * height > MOST_PIXELS)
    throw wrongFile(0, { zh: '超过 2500 万像素', en: 'has more than 25 million pixels' })
  const name = `picture.${mime.slice('image/'.length)}`
  return { mime, width, height, files: [{ name, mime, content: bytes }] }
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

/** Changes with the content. */
export function tagOf({ files }: Judged): string {
  const hash = createHash('sha256')
  for (const { name, content } of files) hash.update(`${name.length} ${name} ${content.length} `).update(content)
  return hash.digest('base64url').slice(0, 22)
}
