import { createHash } from 'node:crypto'
import { pictureOf } from '../files/pictures.ts'
import { WrongField } from '../http/field-errors.ts'

const PICTURE_BYTES = 60 * 1024
/** Lists show many of them at once, and a few bytes can unpack to hundreds of megabytes. */
const MOST_PIXELS = 4_000_000

export interface Picture {
  thumbnail: string
  /** Changes with the picture. */
  thumbnail_tag: string
}

/** A picture of a screen or dashboard as it is kept: what its data URL says is what its bytes are. */
export function readPicture(sent: string, field = 'thumbnail'): Picture {
  const [, kind, content = ''] = /^data:image\/(png|jpeg);base64,(.*)$/s.exec(sent) ?? []
  const bytes = Buffer.from(content, 'base64')
  const picture = bytes.length > PICTURE_BYTES ? null : pictureOf(bytes)
  if (picture?.mime !== `image/${kind}` || picture.width * picture.height > MOST_PIXELS)
    throw new WrongField(
      field,
      { zh: '应为 60 KB 以内的 PNG 或 JPEG', en: 'must be a PNG or JPEG of 60 KB at most' },
      '201801',
    )
  return { thumbnail: sent, thumbnail_tag: createHash('sha256').update(bytes).digest('base64url').slice(0, 16) }
}
