/** The bytes are no zip, or one that says other than it holds, or one that would fill the memory. */
export class BadZip extends Error {}

/** Whether a file says of itself that it is a zip. */
export const isZip = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 4) === 'PK\x03\x04'

const END = 0x06054b50
const ENTRY = 0x02014b50
const END_BYTES = 22

/** A file as the directory declares it: nothing of it has been looked at. */
export interface Entry {
  name: string
  method: number
  check: number
  packed: number
  size: number
  at: number
}

/** Bytes that a zip says it unpacks to, in so many files at most; what unpacks to more is refused when it is read. Null for none. */
export function unpackedBytes(bytes: Buffer, files: number): number | null {
  try {
    return sizeOf(entriesOf(bytes, files))
  } catch {
    return null
  }
}

export const sizeOf = (entries: readonly Entry[]): number => entries.reduce((sum, { size }) => sum + size, 0)

/** The files that a zip declares, so many at most. Throws a `BadZip`. Short work, whatever the zip holds. */
export function entriesOf(bytes: Buffer, most: number): Entry[] {
  // The end's comment may have 64 KB.
  const last = bytes.length - END_BYTES
  let end = last
  while (end >= Math.max(0, last - 0xffff) && bytes.readUInt32LE(end) !== END) end--
  if (last < 0 || end < Math.max(0, last - 0xffff)) throw new BadZip('it has no end')
  const count = bytes.readUInt16LE(end + 10)
  if (count > most) throw new BadZip('it holds too many files')
  const entries: Entry[] = []
  let at = bytes.readUInt32LE(end + 16)
  for (let i = 0; i < count; i++) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw new BadZip('its directory is broken')
    const [name, extra, comment] = [28, 30, 32].map((place) => bytes.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const entry: Entry = {
      name: bytes.toString('utf8', at + 46, at + 46 + name),
      method: bytes.readUInt16LE(at + 10),
      check: bytes.readUInt32LE(at + 16),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    }
    const isEncrypted = (bytes.readUInt16LE(at + 8) & 1) === 1
    if (isEncrypted) throw new BadZip('it is encrypted')
    if (!entry.name.endsWith('/')) entries.push(entry)
    at += 46 + name + extra + comment
  }
  return entries
}
