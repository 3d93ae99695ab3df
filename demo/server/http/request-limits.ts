import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { tooOften } from '../limits/limiter.ts'
import { forwardedAddress, networkOf } from '../limits/network-of.ts'
import { type Budgets, claimsFrom } from '../limits/rates.ts'
import { type BrowserKeys, familiar } from './browser-key.ts'
import { languageOf, refused } from './envelope.ts'

/** Requests of one connection that are not answered yet. Browsers send the next one after an answer. */
const UNANSWERED = 16
/** What a body costs whose length is not told: it may come byte by byte, each with its own work. */
const COST_OF_PIECES = 300

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
    // What came in the same piece is parsed to its end.
    if (socket.destroyed) return false
    const open = (unanswered.get(socket) ?? 0) + 1
    if (open > UNANSWERED) {
      socket.destroy()
      return false
    }
    unanswered.set(socket, open)
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))

    const key = headers['x-browser']
    const id = typeof key === 'string' ? browsers.idOf(key) : null
    const from = id === null ? networkOf(forwardedAddress(request, settings.TRUST_PROXY)) : familiar(id)
    const cost = headers['transfer-encoding'] === undefined ? 1 : COST_OF_PIECES
    const claims = claimsFrom(budgets, 'requests', from, cost)
    const waitMs = Math.max(...claims.map(([budget, whose]) => budget.waitMs(whose, cost)))
    if (waitMs === 0) {
      for (const [budget, whose] of claims) budget.take(whose, cost)
      return true
    }
    const isTold = claimsFrom(budgets, 'refusals', from).every(([budget, whose]) => budget.take(whose) === 0)
    if (!isTold) {
      socket.destroy()
      return false
    }
    const error = tooOften(waitMs)
    response.writeHead(error.status, {
      'content-type': 'application/json; charset=utf-8',
      'retry-after': `${error.wait_s}`,
      connection: 'close',
    })
    response.end(refused(error, languageOf(request)))
    return false
  }
}
