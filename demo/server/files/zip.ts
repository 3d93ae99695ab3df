import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { zipSync } from 'fflate'

const inflate = promisify(inflateRaw)

export interface ZipLimits {
  files: number
  /** Of all files together, unpacked. */
  bytes: number
}

/** The bytes are no zip, or one that says other than it holds, or one that would fill the memory. */
export class BadZip extends Error {}

/** Whether a file says of itself that it is a zip. */
export const isZip = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 4) === 'PK\x03\x04'

const END = 0x06054b50
const ENTRY = 0x02014b50
const LOCAL = 0x04034b50
const END_BYTES = 22
const [STORED, DEFLATED] = [0, 8]

interface Entry {
  name: string
  method: number
  check: number
  packed: number
  size: number
  at: number
}

/**
 * The files of a zip by their names, folders left out. What an entry declares is believed no further than its bytes go:
 * one that unpacks to more is refused as it does.
 */
export async function readZip(bytes: Buffer, limits: ZipLimits): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  for await (const [name, content] of filesOf(bytes, limits)) files.set(name, content)
  return files
}

/**
 * A zip of the files that a program is to find, which is written anew and packs nothing: another reader, which would trust
 * other places of the one that was sent than `readZip` does, finds in it what was checked and nothing else.
 */
export async function plainZip(bytes: Buffer, limits: ZipLimits, isWanted: (name: string) => boolean): Promise<Buffer> {
  const files = [...(await readZip(bytes, limits))].filter(([name]) => isWanted(name))
  return Buffer.from(zipSync(Object.fromEntries(files), { level: 0 }))
}

/** Bytes that a zip says it unpacks to, in so many files at most; what unpacks to more is refused when it is read. Null for none. */
export function unpackedBytes(bytes: Buffer, files: number): number | null {
  try {
    return sizeOf(entriesOf(bytes, files))
  } catch {
    return null
  }
}

const sizeOf = (entries: readonly Entry[]): number => entries.reduce((sum, { size }) => sum + size, 0)

async function* filesOf(bytes: Buffer, limits: ZipLimits): AsyncGenerator<[name: string, content: Buffer]> {
  const entries = entriesOf(bytes, limits.files)
  if (sizeOf(entries) > limits.bytes) throw new BadZip('it unpacks to too much')
  if (new Set(entries.map(({ name }) => name)).size < entries.length) throw new BadZip('a file is there twice')
  for (const entry of entries) yield [entry.name, await contentOf(bytes, entry)]
}

function entriesOf(bytes: Buffer, most: number): Entry[] {
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

async function contentOf(bytes: Buffer, { at, method, packed, size, check }: Entry): Promise<Buffer> {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw new BadZip('a file is not where it should be')
  const start = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28)
  const raw = bytes.subarray(start, start + packed)
  if (raw.length !== packed) throw new BadZip('a file is cut off')
  const content = method === DEFLATED ? await unpacked(raw, size) : raw
  if (method !== DEFLATED && method !== STORED) throw new BadZip('a file is packed in another way')
  if (content.length !== size || crc32(content) !== check) throw new BadZip('a file is not what it says')
  return content
}

async function unpacked(raw: Buffer, size: number): Promise<Buffer> {
  try {
    return await inflate(raw, { maxOutputLength: Math.max(1, size) })
  } catch {
    throw new BadZip('a file unpacks to other than it says')
  }
}
