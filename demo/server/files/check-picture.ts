import { LIMITS } from '../../../core/catalogue/limits.ts'
import { WrongField } from '../http/field-errors.ts'
import { type CheckedFiles, type KeptFile, type SentFile, wrongFile } from './checked-files.ts'
import { MOST_PIXELS, type Picture, pictureOf } from './pictures.ts'
import { withoutNotes } from './strip-metadata.ts'

/** A gallery's groups are JSON of controls: as large as a picture may be. */
const MOST_BYTES = LIMITS.imageBytes

/** The only file that came, when it is no larger than a picture may be. */
export function oneFile(sent: readonly SentFile[], most = MOST_BYTES): SentFile {
  const [file, another] = sent
  if (!file || another) throw new WrongField('files', { zh: '只能有一个文件', en: 'must be one file' }, '201801')
  if (file.bytes.length === 0) throw new WrongField('files.0', { zh: '文件为空', en: 'is empty' }, '114006')
  if (file.bytes.length > most)
    throw wrongFile(0, { zh: `最大 ${sizeOf(most)}`, en: `may have ${sizeOf(most)} at most` })
  return file
}

const KB = 1024
const sizeOf = (bytes: number) => (bytes < KB * KB ? `${bytes / KB} KB` : `${bytes / KB / KB} MB`)

export interface CheckedPicture extends CheckedFiles {
  width: number
  height: number
  files: readonly [KeptFile]
}

/** A picture, of which no more than its first bytes is read. */
export function checkPicture(sent: readonly SentFile[], most = MOST_BYTES): CheckedPicture {
  const { bytes } = oneFile(sent, most)
  const picture = pictureOf(bytes)
  if (picture === null)
    throw wrongFile(0, { zh: '不是有效的 PNG、JPEG、GIF 或 WebP 图片', en: 'is no PNG, JPEG, GIF or WebP picture' })
  const { mime, width, height } = picture
  if (width * height > MOST_PIXELS)
    throw wrongFile(0, { zh: '超过 2500 万像素', en: 'has more than 25 million pixels' })
  const name = `picture.${mime.slice('image/'.length)}`
  return { mime, width, height, files: [{ name, mime, content: bytes }] }
}

/** One that stands still: what moves would go on moving on every page. Without what its camera noted. */
export function checkStillPicture(sent: readonly SentFile[], most = MOST_BYTES): CheckedPicture {
  const checked = checkPicture(sent, most)
  if (checked.mime === 'image/gif')
    throw wrongFile(0, { zh: '不接受 GIF，请用 PNG、JPEG 或 WebP', en: 'is a GIF: use PNG, JPEG or WebP' })
  const [{ name, mime, content }] = checked.files
  return {
    ...checked,
    files: [{ name, mime, content: withoutNotes(Buffer.from(content), checked.mime as Picture['mime']) }],
  }
}

/** What is wrong with the only file of a call that takes it as `file`. */
export const wrongAtFile = (error: unknown): unknown =>
  error instanceof WrongField ? new WrongField('file', error.parts.words, error.parts.code) : error
