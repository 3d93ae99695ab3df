import { promisify } from 'node:util'
import { crc32, inflateRaw } from 'node:zlib'
import { zipSync } from 'fflate'
import { BadZip, type Entry, entriesOf, sizeOf } from './zip-directory.ts'

const inflate = promisify(inflateRaw)

export interface ZipLimits {
  files: number
  /** Of all files together, unpacked. */
  bytes: number
}

const LOCAL = 0x04034b50
const [STORED, DEFLATED] = [0, 8]

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

async function* filesOf(bytes: Buffer, limits: ZipLimits): AsyncGenerator<[name: string, content: Buffer]> {
  const entries = entriesOf(bytes, limits.files)
  if (sizeOf(entries) > limits.bytes) throw new BadZip('it unpacks to too much')
  if (new Set(entries.map(({ name }) => name)).size < entries.length) throw new BadZip('a file is there twice')
  for (const entry of entries) yield [entry.name, await contentOf(bytes, entry)]
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
