/** What a picture is by its own bytes, whatever its name says. */
export interface Picture {
  mime: 'image/png' | 'image/jpeg' | 'image/gif' | 'image/webp'
  width: number
  height: number
}

/** A browser holds four bytes a pixel, whatever the file weighs. */
export const MOST_PIXELS = 25_000_000

type Size = readonly [width: number, height: number]

const isAt = (bytes: Buffer, at: number, text: string) => bytes.toString('latin1', at, at + text.length) === text

function pngSize(bytes: Buffer): Size | null {
  const isPng = isAt(bytes, 0, '\x89PNG\r\n\x1a\n') && bytes.length >= 33 && isAt(bytes, 12, 'IHDR')
  return isPng ? [bytes.readUInt32BE(16), bytes.readUInt32BE(20)] : null
}

function gifSize(bytes: Buffer): Size | null {
  const isGif = (isAt(bytes, 0, 'GIF87a') || isAt(bytes, 0, 'GIF89a')) && bytes.length >= 14
  return isGif ? [bytes.readUInt16LE(6), bytes.readUInt16LE(8)] : null
}

/** Start-of-frame markers: all of C0 to CF but tables of Huffman codes (C4), a reserved one (C8) and arithmetic conditioning (CC). */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

function jpegSize(bytes: Buffer): Size | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null
  for (let at = 2; at + 9 < bytes.length; ) {
    if (bytes[at] !== 0xff) return null
    const marker = bytes[at + 1] as number
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      at++
      continue
    }
    if (isFrame(marker)) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
    at += 2 + bytes.readUInt16BE(at + 2)
  }
  return null
}

function webpSize(bytes: Buffer): Size | null {
  if (!isAt(bytes, 0, 'RIFF') || !isAt(bytes, 8, 'WEBP') || bytes.length < 30) return null
  if (isAt(bytes, 12, 'VP8X')) return [bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1]
  if (isAt(bytes, 12, 'VP8L') && bytes[20] === 0x2f) {
    const bits = bytes.readUInt32LE(21)
    return [(bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1]
  }
  const isLossy = isAt(bytes, 12, 'VP8 ') && bytes.readUIntBE(23, 3) === 0x9d012a
  return isLossy ? [bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff] : null
}

const KINDS: readonly [Picture['mime'], (bytes: Buffer) => Size | null][] = [
  ['image/png', pngSize],
  ['image/jpeg', jpegSize],
  ['image/gif', gifSize],
  ['image/webp', webpSize],
]

/** The picture that the bytes are; null for anything else, and for a picture without a size. */
export function pictureOf(bytes: Buffer): Picture | null {
  for (const [mime, sizeOf] of KINDS) {
    const size = sizeOf(bytes)
    if (size === null) continue
    const [width, height] = size
    return width > 0 && height > 0 ? { mime, width, height } : null
  }
  return null
}
