import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../../../core/contract/api-error.ts'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { openLanes, tooOften } from '../limits/limiter.ts'
import type { Caller } from './caller.ts'

const KB = 1 << 10
const MB = 1 << 20

/** Names, passwords and codes of people whom nobody knows yet. */
const PUBLIC_BYTES = 16 * KB
/** Whoever has no account, or one that everybody has: a replay names 2,000 points. */
const GUEST_BYTES = 256 * KB
const BODY_BYTES = MB
/** Bulk loads carry a month of a device at a time. */
const BULK_BYTES = 32 * MB
/** A screen's document may have 4 MB, and escapes count. */
const DOCUMENT_BYTES = 6 * MB
const FORM_BYTES = 64 * KB

/**
 * Names of fields in a body, by its colons; a screen of 5,000 controls has some 150,000. Each that is new takes a
 * microsecond to read, and another one to check.
 */
const MOST_NAMES = 300_000
/**
 * Entries of lists and fields, and what they are in, by commas and opening brackets: the largest history that is loaded at
 * once has some 400,000. Half a million take a sixth of a second to read and check.
 */
const MOST_PARTS = 500_000
/** Lists and objects in each other: a document of a screen may be 64 deep. */
const MOST_DEEP = 100

/** Bodies up to this are as little as their connections, and are not counted. */
export const SMALL_BYTES = 64 * KB
/** A body that comes more slowly than this, in bytes a millisecond, is given up; after a while in any case. */
const LEAST_BYTES_MS = 100
const PATIENCE_MS = 15_000
/** Whoever finds no room tries again after this. */
const RETRY_MS = 2000

/** Calls that load much at once. */
export const isBulk = ({ path }: Pick<Endpoint, 'path'>) => path.endsWith('/batch')

/** The largest body that anybody may send to a call. */
export function bodyBytesOf(endpoint: Pick<Endpoint, 'path' | 'needs'>): number {
  if (endpoint.needs === 'public') return PUBLIC_BYTES
  if (isBulk(endpoint)) return BULK_BYTES
  return endpoint.path.startsWith('/yun/module/view') ? DOCUMENT_BYTES : BODY_BYTES
}

const isAnybody = ({ guest, visitor, is_experience }: Caller) => Boolean(guest || visitor || is_experience)

/** Bodies that are being received or answered. */
export interface Bodies {
  /**
   * Takes room for a request's body before a byte of it is read, until the reply is over. Throws 100005 with HTTP 413
   * where it is larger than this caller may send, and 100019 with HTTP 429 where too many are under way.
   */
  admit(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, caller: Caller): void
  /** Throws 100005 with HTTP 413 for a body that is too large, where its length was not told before, or has too many parts. */
  require(request: FastifyRequest, body: string): void
  /** Characters of a body that `require` let in; 0 without one. */
  sizeOf(request: FastifyRequest): number
}

export function openBodies(): Bodies {
  // Apart from each other: whoever loads a history can save a screen meanwhile.
  const loads = openLanes(2 * BULK_BYTES, 8 * BULK_BYTES, true)
  const others = openLanes(32 * MB, 256 * MB, true)
  const most = new WeakMap<FastifyRequest, number>()
  const sizes = new WeakMap<FastifyRequest, number>()

  return {
    admit(request, reply, endpoint, caller) {
      const { 'content-length': told, 'transfer-encoding': coding, 'content-type': type } = request.headers
      if (told === undefined && coding === undefined) return
      const largest = bodyBytesOf(endpoint)
      const ofCaller = isAnybody(caller) ? Math.min(largest, GUEST_BYTES) : largest
      const limit = isForm(type) ? Math.min(ofCaller, FORM_BYTES) : ofCaller
      most.set(request, limit)
      // What does not tell its length may have as much as its sender may send.
      const bytes = told === undefined ? limit : Number(told)
      if (told !== undefined && bytes > limit) {
        reply.header('connection', 'close')
        throw tooLarge()
      }
      if (bytes <= SMALL_BYTES) return
      const lanes = isBulk(endpoint) ? loads : others
      const key = `${isAnybody(caller) ? 'guests of ' : ''}${caller.tenant_id}`
      if (!lanes.enter(key, bytes)) throw tooOften(RETRY_MS)
      // Room is not for keeping: what does not come is given up.
      const lateness = setTimeout(() => request.raw.destroy(), PATIENCE_MS + bytes / LEAST_BYTES_MS)
      finished(request.raw, { writable: false }, () => clearTimeout(lateness))
      finished(reply.raw, () => lanes.leave(key, bytes))
    },
    require(request, body) {
      const limit = most.get(request)
      if (limit !== undefined && body.length > limit / 4 && Buffer.byteLength(body) > limit) throw tooLarge()
      if (body.length > SMALL_BYTES && hasTooManyParts(body)) throw tooLarge()
      sizes.set(request, body.length)
    },
    sizeOf: (request) => sizes.get(request) ?? 0,
  }
}

const [QUOTE, COMMA, COLON, OPEN_LIST, BACKSLASH, CLOSE_LIST, OPEN, CLOSE] = [34, 44, 58, 91, 92, 93, 123, 125]

/** What JSON would be made of, told from its signs outside of texts. */
function hasTooManyParts(body: string): boolean {
  let names = 0
  let parts = 0
  let depth = 0
  let isText = false
  for (let at = 0; at < body.length; at += 1) {
    const sign = body.charCodeAt(at)
    if (isText) {
      if (sign === BACKSLASH) at += 1
      else if (sign === QUOTE) isText = false
    } else if (sign === QUOTE) isText = true
    else if (sign === COLON) {
      names += 1
      if (names > MOST_NAMES) return true
    } else if (sign === COMMA || sign === OPEN || sign === OPEN_LIST) {
      parts += 1
      if (sign !== COMMA) depth += 1
      if (parts > MOST_PARTS || depth > MOST_DEEP) return true
    } else if (sign === CLOSE || sign === CLOSE_LIST) depth -= 1
  }
  return false
}

export const isForm = (type: string | undefined): boolean => /^application\/x-www-form-urlencoded\b/i.test(type ?? '')

export const tooLarge = () => new ApiError('100005', { status: 413 })
