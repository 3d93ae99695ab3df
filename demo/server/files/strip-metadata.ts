import type { Picture } from './pictures.ts'

/** Of PNG: what was written about it, when and where it was taken. */
const PNG_NOTES = new Set(['eXIf', 'tEXt', 'zTXt', 'iTXt', 'tIME'])
const WEBP_NOTES = new Set(['EXIF', 'XMP '])
const EXIF = Buffer.from('Exif\0\0', 'latin1')
const ORIENTATION = 0x0112

/** A still picture without what its camera noted: where it was taken is nobody's business who may see it. It stands as it stood. */
export function withoutNotes(bytes: Buffer, mime: Picture['mime']): Buffer {
  if (mime === 'image/jpeg') return jpegWithoutNotes(bytes)
  if (mime === 'image/png') return pngWithoutNotes(bytes)
  return mime === 'image/webp' ? webpWithoutNotes(bytes) : bytes
}

function pngWithoutNotes(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 8)]
  for (let at = 8; at + 12 <= bytes.length; ) {
    const end = at + 12 + bytes.readUInt32BE(at)
    if (!PNG_NOTES.has(bytes.toString('latin1', at + 4, at + 8))) kept.push(bytes.subarray(at, end))
    // Nothing is shown of what follows the end of a picture.
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') break
    at = end
  }
  return Buffer.concat(kept)
}

function webpWithoutNotes(bytes: Buffer): Buffer {
  const kept: Buffer[] = []
  for (let at = 12; at + 8 <= bytes.length; ) {
    const size = bytes.readUInt32LE(at + 4)
    const end = at + 8 + size + (size % 2)
    const kind = bytes.toString('latin1', at, at + 4)
    if (!WEBP_NOTES.has(kind)) {
      const chunk = Buffer.from(bytes.subarray(at, end))
      // Its flags say that there are notes.
      if (kind === 'VP8X' && chunk.length > 8) chunk[8] = (chunk[8] as number) & ~0b1100
      kept.push(chunk)
    }
    at = end
  }
  const head = Buffer.from(bytes.subarray(0, 12))
  const all = Buffer.concat([head, ...kept])
  all.writeUInt32LE(all.length - 8, 4)
  return all
}

function jpegWithoutNotes(bytes: Buffer): Buffer {
  const kept = [bytes.subarray(0, 2)]
  let at = 2
  while (at + 4 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1] as number
    // A marker may be preceded by any number of fill bytes.
    if (marker === 0xff) {
      at += 1
      continue
    }
    const head = at + 2 + bytes.readUInt16BE(at + 2)
    const end = marker === SCAN ? endOfScan(bytes, head) : head
    const segment = bytes.subarray(at, end)
    const orientation = marker === 0xe1 ? orientationIn(segment) : 1
    if (orientation > 1) kept.push(orientationAlone(orientation))
    // Colours are in APP0, APP2 and APP14; all others, and comments, are notes.
    const isNote = marker === 0xfe || (marker > 0xe0 && marker <= 0xef && marker !== 0xe2 && marker !== 0xee)
    if (!isNote) kept.push(segment)
    at = end
    // What follows the end is other pictures, with notes of their own.
    if (bytes[at] === 0xff && bytes[at + 1] === END) return Buffer.concat([...kept, bytes.subarray(at, at + 2)])
  }
  return Buffer.concat([...kept, bytes.subarray(at)])
}

const SCAN = 0xda
const END = 0xd9

/** Where the next marker is: in a scan 0xff is followed by 0, or by a mark to begin anew. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0 && at + 1 < bytes.length; at = bytes.indexOf(0xff, at + 2)) {
    const next = bytes[at + 1] as number
    if (next !== 0 && !(next >= 0xd0 && next <= 0xd7)) return at
  }
  return bytes.length
}

/** How a camera was held, 1 to 8; 1 where its notes do not say. */
function orientationIn(segment: Buffer): number {
  const tiff = segment.subarray(10)
  if (!segment.subarray(4, 10).equals(EXIF) || tiff.length < 8) return 1
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const first = isLittle ? tiff.readUInt32LE(4) : tiff.readUInt32BE(4)
  if (first + 2 > tiff.length) return 1
  const count = short(first)
  for (let n = 0; n < count; n += 1) {
    const at = first + 2 + 12 * n
    if (at + 12 > tiff.length) return 1
    const value = short(at + 8)
    if (short(at) === ORIENTATION) return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** Notes that say nothing else. */
function orientationAlone(orientation: number): Buffer {
  const tiff = Buffer.alloc(26)
  tiff.write('MM\0*', 'latin1')
  tiff.writeUInt32BE(8, 4)
  tiff.writeUInt16BE(1, 8)
  tiff.writeUInt16BE(ORIENTATION, 10)
  tiff.writeUInt16BE(3, 12)
  tiff.writeUInt32BE(1, 14)
  tiff.writeUInt16BE(orientation, 18)
  const head = Buffer.from([0xff, 0xe1, 0, 2 + EXIF.length + tiff.length])
  return Buffer.concat([head, EXIF, tiff])
}
