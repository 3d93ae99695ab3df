import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http'
import type { Socket } from 'node:net'
import { ApiError } from '../../../core/contract/api-error.ts'
import { familiar } from '../limits/familiar.ts'
import { takeAll, tooOften } from '../limits/limiter.ts'
import { forwardedAddress, networkOf } from '../limits/network-of.ts'
import { type Budgets, claimsFrom } from '../limits/rates.ts'
import type { BrowserKeys } from './browser-key.ts'
import { languageOf, refused } from './envelope.ts'

/** Requests of one connection that are not answered yet. Browsers send the next one after an answer. */
const UNANSWERED = 16
/** What a connection costs that does not wait for its answers: ten of them are all that a network has. */
const COST_OF_FLOOD = 300

interface RequestLimits {
  budgets: Pick<Budgets, 'requests' | 'requestsOfSite' | 'refusals' | 'refusalsOfSite'>
  browsers: Pick<BrowserKeys, 'idOf'>
  settings: { TRUST_PROXY: number }
}

/**
 * Whether a request is looked at, before anything else is done for it: all of them count, whatever they ask for and however
 * they end. One too many is answered with 429 and the seconds to wait, while there are few of those; then, and where a
 * connection does not wait for answers, the connection ends.
 */
export function limitRequests({ budgets, browsers, settings }: RequestLimits) {
  const unanswered = new WeakMap<Socket, number>()

  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const { socket, headers } = request
    if (socket.destroyed) return false
    const key = headers['x-browser']
    const id = typeof key === 'string' ? browsers.idOf(key) : null
    const from = id === null ? networkOf(forwardedAddress(request, settings.TRUST_PROXY)) : familiar(id)
    const claims = claimsFrom(budgets, 'requests', from)
    const open = (unanswered.get(socket) ?? 0) + 1
    if (open > UNANSWERED) {
      for (const [budget, whose] of claims) budget.spend(whose, COST_OF_FLOOD)
      socket.destroy()
      return false
    }
    unanswered.set(socket, open)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))

    const waitMs = takeAll(claims)
    if (waitMs === 0) return true
    const isAnswered = takeAll(claimsFrom(budgets, 'refusals', from)) === 0
    if (!isAnswered) {
      socket.destroy()
      return false
    }
    const error = tooOften(waitMs)
    refuseAndClose(response, error.status, refused(error, languageOf(request)), { 'retry-after': `${error.wait_s}` })
    return false
  }
}

/** What is left of a body that nobody reads is received up to this, so that its connection can be used again. */
const SMALL_REST_BYTES = 65_536
/** Time for an answer to arrive before its connection ends. */
const GOODBYE_MS = 1000

/** Ends the connection of a request that was answered before its body came, unless little is left: each piece of it costs a call. */
function endUnread(request: IncomingMessage): void {
  const { socket, headers, complete } = request
  const bytes =
    headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : Number.POSITIVE_INFINITY
  if (complete || bytes <= SMALL_REST_BYTES) return
  socket.pause()
  setTimeout(() => socket.destroy(), GOODBYE_MS).unref()
}

function refuseAndClose(response: ServerResponse, status: number, body: string, headers: Record<string, string> = {}) {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close', ...headers })
  response.end(body)
}

/**
 * A server of HTTP whose every request passes `mayEnter` first, those too that Node would answer by itself: with an
 * expectation that it does not know, and without a host.
 */
export function guardedServer(
  options: ServerOptions,
  mayEnter: (request: IncomingMessage, response: ServerResponse) => boolean,
  handler: RequestListener,
): Server {
  const refuse = (request: IncomingMessage, response: ServerResponse, status: number) => {
    const { socket } = request
    refuseAndClose(response, status, refused(new ApiError('100006', { status }), languageOf(request)))
    response.once('finish', () => socket.destroy())
  }
  const server = createServer({ ...options, requireHostHeader: false }, (request, response) => {
    if (!mayEnter(request, response)) return
    response.once('finish', () => endUnread(request))
    if (request.httpVersion !== '1.0' && request.headers.host === undefined) refuse(request, response, 400)
    else handler(request, response)
  })
  server.on('checkExpectation', (request, response) => {
    if (mayEnter(request, response)) refuse(request, response, 417)
  })
  return server
}
