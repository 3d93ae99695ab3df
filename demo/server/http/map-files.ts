import { type FileHandle, lstat, open, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Settings } from '../settings.ts'
import { partOf } from './byte-range.ts'

/** Of one reply to a request for a part: RFC 9110, 14.2 lets a server send less. Readers of PMTiles ask for some kilobytes. */
export const PART_BYTES = 16 * 1024 * 1024
/** A reader that takes nothing for so long is not waited for: its file stays open meanwhile. */
const STALLED_MS = 30_000
/** A file of the folder itself, and none that a system hides. */
const NAME = /^[\p{L}\p{N}_-][\p{L}\p{N}._-]{0,99}\.pmtiles$/u

const LISTED = 100

export const mapsFolder = ({ MAPS_DIR, DATA_DIR }: Pick<Settings, 'MAPS_DIR' | 'DATA_DIR'>): string =>
  MAPS_DIR || join(DATA_DIR, 'maps')

/** Names of the maps of `folder`, sorted, 100 at most; none where the folder is not there. */
export async function mapFilesOf(folder: string): Promise<string[]> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const maps = found.filter((entry) => entry.isFile() && NAME.test(entry.name))
  return maps
    .map(({ name }) => name)
    .sort()
    .slice(0, LISTED)
}

/** Maps of `folder`, one file each (PMTiles), read by parts as pages need them. They are everybody's, as tiles of maps are. */
export function mountMapFiles(app: FastifyInstance, folder: string): void {
  app.get<{ Params: { name: string } }>('/maps/:name', async (request, reply) => {
    const { name } = request.params
    const file = NAME.test(name) ? await openFile(join(folder, name)) : null
    if (!file) throw new ApiError('100002', { status: 404 })
    try {
      return await sendFile(file, request, reply)
    } catch (error) {
      await file.close()
      throw error
    }
  })
}

/** Null for what is no file, as a link out of the folder is none. */
async function openFile(path: string): Promise<FileHandle | null> {
  const found = await lstat(path).catch(() => null)
  return found?.isFile() ? open(path).catch(() => null) : null
}

async function sendFile(file: FileHandle, { method, headers }: FastifyRequest, reply: FastifyReply) {
  const { size, mtimeMs } = await file.stat()
  // The same on every node that has a copy of the file.
  const etag = `"${size.toString(36)}-${Math.floor(mtimeMs * 1000).toString(36)}"`
  reply.type('application/octet-stream').headers({
    etag,
    'accept-ranges': 'bytes',
    'cache-control': 'no-cache',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': 'ETag, Content-Range, Accept-Ranges',
    'cross-origin-resource-policy': 'cross-origin',
  })
  const range = partOf(headers, etag, size)
  const isKnown = headers['if-none-match']?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
  if (isKnown || range === 'beyond' || method === 'HEAD' || size === 0) {
    await file.close()
    if (isKnown) return reply.code(304).send()
    if (range === 'beyond') return reply.code(416).header('content-range', `bytes */${size}`).send('')
    // Of a text Fastify would say how long that is.
    return reply.header('content-length', size).send(Readable.from([]))
  }
  const { first, last } = range ?? { first: 0, last: size - 1 }
  const end = range ? Math.min(last, first + PART_BYTES - 1) : last
  if (range) reply.code(206).header('content-range', `bytes ${first}-${end}/${size}`)
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy())
  return reply.header('content-length', end - first + 1).send(file.createReadStream({ start: first, end }))
}
