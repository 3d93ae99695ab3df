import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { extname, posix, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../core/contract/api-error.ts'
import { partOf } from './byte-range.ts'

const TYPES: Record<string, string> = {
  // Browsers refuse module scripts of any other type.
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
  '.pmtiles': 'application/octet-stream',
}
const IS_TEXT = /^(text\/|application\/(json|wasm)|image\/svg)/
/** The build's folders whose files have a hash in their names, as in `chunks/c-dkx2a9q.js`: another content has another name. */
const IS_HASHED = /[\\/](chunks|assets)[\\/][^\\/]+$/
const FOREVER = 'public, max-age=31536000, immutable'

/** What others than the server may show in the console: origins. */
export interface AllowedHosts {
  media: readonly string[]
  frames: readonly string[]
  /** Where the tiles of maps come from that are pictures. */
  tiles: readonly string[]
  /** Where maps are fetched from. */
  mapFiles: readonly string[]
}

const consolePolicy = ({ media, frames, tiles, mapFiles }: AllowedHosts): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    // 'self' is the console's own socket too. Streams are fetched, and put together as a blob.
    ["connect-src 'self'", ...new Set([...media, ...mapFiles])].join(' '),
    ["media-src 'self' blob:", ...media].join(' '),
    ["img-src 'self' data: blob:", ...new Set([...media, ...tiles])].join(' '),
    ["frame-src 'self'", ...frames].join(' '),
    "font-src 'self'",
    "worker-src 'self'",
    "frame-ancestors 'self'",
    "object-src 'none'",
    "base-uri 'self'",
  ].join('; ')

const NO_HOSTS: AllowedHosts = { media: [], frames: [], tiles: [], mapFiles: [] }

interface StaticParts {
  dist: string
  basePath: string
  /** Of every organisation's pages. */
  allowed: AllowedHosts
  /** What those of one organisation may show beside it, by the random id that its console keeps in a cookie; null for an id of none. */
  allowedBy(policy_id: string): Promise<AllowedHosts | null>
}

/** The console's cookie says which hosts its page may show, and nothing else: it is no proof of anybody. */
const policyIn = ({ headers: { cookie = '' } }: FastifyRequest): string | null =>
  /(?:^|;\s?)sg-hosts=([\w-]{22})(?:;|$)/.exec(cookie)?.[1] ?? null

/** A worker takes the policy of its own script's reply: the strict one of the API would leave it without imports. */
const ELEMENTS_CSP = "default-src 'self'; connect-src 'self' ws: wss:; object-src 'none'; frame-ancestors 'none'"

type Smaller = 'br' | 'gzip'
interface Kept {
  mtimeMs: number
  etag: string
  identity: Buffer
  /** Each made once, by whoever asks first: others wait for it. */
  smaller: Partial<Record<Smaller, Promise<Buffer>>>
}

const compressBrotli = promisify(brotliCompress)
const compressGzip = promisify(gzip)
const encoders: Record<Smaller, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => compressBrotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }),
  gzip: (bytes) => compressGzip(bytes, { level: 6 }),
}

/** What the build has compressed as far as it goes, unless the file beside it is newer; else compressed here, once, and less. */
async function compressed(path: string, { mtimeMs, identity }: Kept, encoding: Smaller): Promise<Buffer> {
  if (encoding === 'br') {
    const ahead = await stat(`${path}.br`).catch(() => null)
    if (ahead && ahead.mtimeMs >= mtimeMs) return readFile(`${path}.br`)
  }
  return encoders[encoding](identity)
}

interface Sending {
  /** Of headers that are kept with the file. */
  variant?: string
  /** What is sent instead of the file, which is too small to be compressed for it. */
  edit?: ((bytes: Buffer) => Buffer) | undefined
}

/** The files of one folder, read and compressed once until they change. */
function folder(root: string, edit: (path: string, bytes: Buffer) => Buffer = (_path, bytes) => bytes) {
  /** By path and state. Thousands may request at once what nobody has requested before: it is read once for all. */
  const kept = new Map<string, { state: string; file: Promise<Kept> }>()

  async function read(path: string, mtimeMs: number): Promise<Kept> {
    const identity = edit(path, await readFile(path))
    const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 20)}"`
    return { mtimeMs, etag, identity, smaller: {} }
  }

  async function find(path: string): Promise<Kept | null> {
    const found = await stat(path).catch(() => null)
    if (!found?.isFile()) return null
    const state = `${found.mtimeMs} ${found.size}`
    const known = kept.get(path)
    if (known?.state === state) return known.file
    const file = read(path, found.mtimeMs)
    kept.set(path, { state, file })
    file.catch(() => kept.delete(path))
    return file
  }

  /** Sends a file of the folder; false when there is none of that name. */
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    { variant = '', edit: editSent }: Sending = {},
  ): Promise<boolean> => {
    const path = resolve(root, name)
    if (!path.startsWith(root + sep) || name.includes('\0') || /(^|\/)\./.test(name)) return false
    const file = await find(path)
    if (!file) return false
    const type = TYPES[extname(path)] ?? 'application/octet-stream'
    // A part is of the file itself: compressed, it would be another file, as its etag says.
    const isPlain = request.headers.range !== undefined || editSent !== undefined
    const encoding = IS_TEXT.test(type) && !isPlain ? encodingOf(request) : null
    const kind = [variant, encoding ?? ''].filter((one) => one !== '').join('-')
    const etag = kind === '' ? file.etag : file.etag.replace(/"$/, `-${kind}"`)
    reply.type(type).headers({
      etag,
      'accept-ranges': 'bytes',
      vary: variant === '' ? 'accept-encoding' : 'accept-encoding, cookie',
      'cache-control': IS_HASHED.test(path) ? FOREVER : 'no-cache',
    })
    // Its headers are read by nobody: each of the many small files of an element is 80 bytes shorter.
    reply.removeHeader('access-control-expose-headers')
    if (request.headers['if-none-match'] === etag) {
      reply.code(304).send()
      return true
    }
    if (encoding === null) {
      sendPart(request, reply, editSent?.(file.identity) ?? file.identity, etag)
      return true
    }
    file.smaller[encoding] ??= compressed(path, file, encoding)
    reply.header('content-encoding', encoding).send(await file.smaller[encoding])
    return true
  }
}

/** The part of a file that is asked for, unless whoever asks has a part of an older one: a map in one file is read so. */
function sendPart({ headers }: FastifyRequest, reply: FastifyReply, bytes: Buffer, etag: string): void {
  const range = partOf(headers, etag, bytes.length)
  if (range === null) return void reply.send(bytes)
  if (range === 'beyond') return void reply.code(416).header('content-range', `bytes */${bytes.length}`).send('')
  const { first, last } = range
  reply.code(206).header('content-range', `bytes ${first}-${last}/${bytes.length}`)
  reply.send(bytes.subarray(first, last + 1))
}

function encodingOf(request: FastifyRequest): Smaller | null {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  return /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : null
}

/** Relative addresses of a deep link's page are read from the console's root, whatever the path shown is. */
const withBase = (basePath: string) => (path: string, bytes: Buffer) =>
  path.endsWith('.html')
    ? Buffer.from(bytes.toString('utf8').replace(/<head>/i, `<head><base href="${basePath}/">`))
    : bytes

/** A page cannot read the headers it came with, and its cookie may be newer than they are. */
const withPolicy = (policy_id: string) => (bytes: Buffer) =>
  Buffer.from(bytes.toString('utf8').replace('<base ', `<base data-hosts="${policy_id}" `))

/**
 * The built front end of `dist`: `elements/` for every page of the world at `/elements/…`, and `host/` as the console
 * at `basePath`, whose every path that is no file shows its index page.
 */
export function mountStatic(app: FastifyInstance, { dist, basePath, allowed, allowedBy }: StaticParts): void {
  const sendElement = folder(resolve(dist, 'elements'))
  const sendConsole = folder(resolve(dist, 'host'), withBase(basePath))
  type Wild = { Params: { '*': string } }

  // The console's scripts import `../elements/…`, which is below the root only when its own path is one segment.
  for (const path of new Set(['/elements/*', posix.join(basePath, '../elements/*')])) {
    app.get<Wild>(path, async (request, reply) => {
      // Pages that isolate themselves (COEP) load only what says that it may be loaded.
      reply.headers({
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': ELEMENTS_CSP,
      })
      if (await sendElement(request, reply, request.params['*'])) return reply
      throw new ApiError('100002', { status: 404 })
    })
  }

  app.get('/llms.txt', async (request, reply) => {
    if (await sendElement(request, reply, 'llms.txt')) return reply
    throw new ApiError('100002', { status: 404 })
  })

  const showConsole = async (request: FastifyRequest, reply: FastifyReply, name: string) => {
    const policy_id = policyIn(request)
    const own = policy_id === null ? null : await allowedBy(policy_id)
    const together = (of: keyof AllowedHosts) => [...new Set([...allowed[of], ...(own ?? NO_HOSTS)[of]])]
    const policy = consolePolicy({
      media: together('media'),
      frames: together('frames'),
      tiles: together('tiles'),
      mapFiles: together('mapFiles'),
    })
    reply.header('content-security-policy', policy)
    if (name !== '' && (await sendConsole(request, reply, name))) return reply
    // A script that is gone after a new build must fail as a script, not arrive as a page.
    if (TYPES[extname(name)]) throw new ApiError('100002', { status: 404 })
    const variant = createHash('sha256')
      .update(`${own && policy_id} ${policy}`)
      .digest('base64url')
      .slice(0, 12)
    const edit = own ? withPolicy(policy_id as string) : undefined
    // A link that somebody has put on a page of his is for people.
    reply.header('x-robots-tag', 'noindex')
    if (await sendConsole(request, reply, 'index.html', { variant, edit })) return reply
    throw new ApiError('100002', { status: 404 })
  }
  app.get(basePath, (_request, reply) => reply.redirect(`${basePath}/`))
  app.get<Wild>(`${basePath}/*`, (request, reply) => showConsole(request, reply, request.params['*']))
  app.get('/', (_request, reply) => reply.redirect(`${basePath}/`))
  // A share link does not know where below the server the console stands; the browser keeps what is behind the #.
  if (basePath !== '')
    for (const page of ['/share-cfg', '/share-db']) app.get(page, (_request, reply) => reply.redirect(basePath + page))
}
