import { finished } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LIMITS } from '../../../core/catalogue/limits.ts'
import { ApiError } from '../../../core/contract/api-error.ts'
import { dashboard } from '../../../core/contract/dashboard.ts'
import { deviceImport } from '../../../core/contract/device-import.ts'
import type { Endpoint } from '../../../core/contract/endpoint.ts'
import { history } from '../../../core/contract/history.ts'
import { demand, openLanes, tooOften } from '../limits/limiter.ts'
import type { Budgets } from '../limits/rates.ts'
import { openSlices } from '../limits/slices.ts'
import { readBodyJson } from './body-json.ts'
import { countNames } from './body-parts.ts'
import { type Caller, isAnybody, organisationOf } from './caller.ts'
import { languageOf } from './envelope.ts'
import { readLargeBody } from './large-body.ts'
import { whenOver } from './when-over.ts'

const KB = 1 << 10
const MB = 1 << 20

/** Names, passwords and codes of people whom nobody knows yet. */
const PUBLIC_BYTES = 16 * KB
/** Whoever has no account, or one that everybody has: a replay names 2,000 points. */
const GUEST_BYTES = 256 * KB
const BODY_BYTES = MB
/** The largest file that anything takes, in base64. */
const FILE_BYTES = 32 * MB
/** 200,000 samples with times, and values of many digits or short texts. */
const HISTORY_BYTES = 12 * MB
/** A screen's document may have 4 MB, and escapes count. */
const DOCUMENT_BYTES = 6 * MB
/** Of dashboards, in the same way, with its picture. */
const DASHBOARD_BYTES = 2 * LIMITS.dashboardBytes
const FORM_BYTES = 64 * KB

/** Reading a name and checking what it names takes as long as reading so many characters more. */
const CHARACTERS_OF_NAME = 16

/** Bodies up to this are as little as their connections, and are not counted. */
export const SMALL_BYTES = 64 * KB
/** A body that comes more slowly than this, in bytes a millisecond, is aborted; after a while in any case. */
const LEAST_BYTES_MS = 100
const PATIENCE_MS = 15_000
/** Bodies beyond this are read in a thread: of names alone, so much takes some 20 ms. */
const LARGE_BYTES = 128 * KB
/** Whoever finds no room tries again after this. */
const RETRY_MS = 2000

const OF_DASHBOARDS: readonly string[] = [dashboard.create.path, dashboard.save.path]
const OF_FILES: readonly string[] = [deviceImport.check.path, deviceImport.start.path]
/** Calls that load much at once. */
export const isBulk = ({ path }: Pick<Endpoint, 'path'>) => path.endsWith('/batch') || OF_FILES.includes(path)

/** The largest body that anybody may send to a call. */
export function bodyBytesOf(endpoint: Pick<Endpoint, 'path' | 'needs'>): number {
  if (endpoint.needs === 'public') return PUBLIC_BYTES
  if (isBulk(endpoint)) return endpoint.path === history.load.path ? HISTORY_BYTES : FILE_BYTES
  if (OF_DASHBOARDS.includes(endpoint.path)) return DASHBOARD_BYTES
  return endpoint.path.startsWith('/yun/module/view') ? DOCUMENT_BYTES : BODY_BYTES
}

/** Bodies that are being received or answered. */
export interface Bodies {
  /**
   * Takes room for a request's body before a byte of it is read, until the reply is over. Throws 100005 with HTTP 413
   * where it is larger than this caller may send, and 100019 with HTTP 429 where too many are under way, or have come.
   */
  admit(request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, caller: Caller): void
  /**
   * Reads a body of JSON that came whole, in a thread where it is a large one. Throws 100005, with HTTP 413
   * where it is too large without having declared its length, or has too many parts.
   */
  read(request: FastifyRequest, body: Buffer): Promise<unknown>
  /** Throws 100005 with HTTP 413 for a form that is too large without having declared its length. */
  require(request: FastifyRequest, bytes: number): void
  /** What a body costs in characters; 0 without one. */
  sizeOf(request: FastifyRequest): number
}

interface Sender {
  endpoint: Endpoint
  /** Bytes that he may send. */
  most: number
  /** Whose room and threads his body takes. */
  organisation: string
}

export function openBodies(budgets: Pick<Budgets, 'bulkOfOrganisation'>): Bodies {
  // Apart from each other: whoever loads a history can save a screen meanwhile.
  const loads = openLanes(2 * FILE_BYTES, 8 * FILE_BYTES, true)
  const others = openLanes(32 * MB, 256 * MB, true)
  /** Large ones that come at the same time are read one after the other, with everything else in between. */
  const inSlice = openSlices()
  const senders = new WeakMap<FastifyRequest, Sender>()
  const sizes = new WeakMap<FastifyRequest, number>()

  function require(request: FastifyRequest, bytes: number): void {
    if (bytes > (senders.get(request)?.most ?? bytes)) throw tooLarge()
    sizes.set(request, bytes)
  }

  return {
    require,
    admit(request, reply, endpoint, caller) {
      const { 'content-length': length, 'transfer-encoding': coding, 'content-type': type } = request.headers
      if (length === undefined && coding === undefined) return
      const largest = bodyBytesOf(endpoint)
      const ofCaller = isAnybody(caller) ? Math.min(largest, GUEST_BYTES) : largest
      const limit = isForm(type) ? Math.min(ofCaller, FORM_BYTES) : ofCaller
      const organisation = organisationOf(caller)
      senders.set(request, { endpoint, most: limit, organisation })
      // A body without a declared length counts as the largest that its sender may send.
      const bytes = length === undefined ? limit : Number(length)
      if (length !== undefined && bytes > limit) {
        reply.header('connection', 'close')
        throw tooLarge()
      }
      if (bytes <= SMALL_BYTES) return
      const lanes = isBulk(endpoint) ? loads : others
      if (!lanes.enter(organisation, bytes)) throw tooOften(RETRY_MS)
      // Room is not for keeping: a body that does not come is aborted.
      const lateness = setTimeout(() => request.raw.destroy(), PATIENCE_MS + bytes / LEAST_BYTES_MS)
      finished(request.raw, { writable: false }, () => clearTimeout(lateness))
      whenOver(reply, () => lanes.leave(organisation, bytes))
      if (isBulk(endpoint)) demand([budgets.bulkOfOrganisation, organisation, bytes])
    },
    async read(request, body) {
      require(request, body.length)
      const sender = senders.get(request)
      if (sender && body.length > LARGE_BYTES) {
        const { method, path } = sender.endpoint
        const kind = isBulk(sender.endpoint) ? 'bulk' : 'body'
        const large = { bytes: body, call: { method, path }, language: languageOf(request) }
        const { input, names } = await readLargeBody(large, sender.organisation, kind)
        sizes.set(request, body.length + names * CHARACTERS_OF_NAME)
        return input
      }
      const text = new TextDecoder().decode(body)
      if (body.length <= SMALL_BYTES) return required(readBodyJson(text))
      return inSlice(() => {
        const names = countNames(text)
        if (names === null) throw tooLarge()
        sizes.set(request, text.length + names * CHARACTERS_OF_NAME)
        return required(readBodyJson(text))
      })
    },
    sizeOf: (request) => sizes.get(request) ?? 0,
  }
}

export const isForm = (type: string | undefined): boolean => /^application\/x-www-form-urlencoded\b/i.test(type ?? '')

function required(value: unknown): unknown {
  if (value === undefined) throw new ApiError('100005')
  return value
}

export const tooLarge = () => new ApiError('100005', { status: 413 })
