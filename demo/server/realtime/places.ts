import type { IncomingMessage } from 'node:http'
import { type Caller, principalOf } from '../http/caller.ts'
import { openLanes } from '../limits/limiter.ts'
import { networkOf } from '../limits/network-of.ts'
import { type Newcomer, openNewcomers } from '../limits/newcomers.ts'

/** Sockets that have not signed in yet. A page says who it is as soon as its socket is open. */
const NEWCOMERS = { mostOfNetwork: 200, most: 5000, graceMs: 1000 } as const
/** Of one user, whose windows have one each; of visitors and end users of a portal, by name and network. */
const MOST_OF_PRINCIPAL = 200
const MOST_OF_ORGANISATION = 10_000

/** The place of one socket: first among the unknown of its network, then among its holder's. */
export interface Place extends Newcomer {
  readonly address: string
  /** Takes a place of this caller's for it; false when he, or his organisation, has no more. */
  signIn(caller: Caller): boolean
}

/** How many sockets may be open side by side. */
export interface Places {
  /** Null when too many of this network, or of all, have not signed in yet; `end` makes room for another one. */
  enter(request: IncomingMessage, end: () => void): Place | null
}

/** `factor` times the limits. `addressOf`: the far end's address, behind the proxies that are trusted. */
export function openPlaces(
  factor = 1,
  addressOf: (request: IncomingMessage) => string = ({ socket }) => socket.remoteAddress ?? '',
  now?: () => number,
): Places {
  const { mostOfNetwork, most, graceMs } = NEWCOMERS
  const newcomers = openNewcomers({ mostOfNetwork: mostOfNetwork * factor, most: most * factor, graceMs }, now)
  const principals = openLanes(MOST_OF_PRINCIPAL * factor, Number.POSITIVE_INFINITY)
  const organisations = openLanes(MOST_OF_ORGANISATION * factor, Number.POSITIVE_INFINITY)

  return {
    enter(request, end) {
      const address = addressOf(request)
      const newcomer = newcomers.enter(networkOf(address), end)
      if (!newcomer) return null
      let { leave } = newcomer
      let isKnown = false
      return {
        address,
        spoke: newcomer.spoke,
        signIn(caller) {
          if (isKnown) return true
          const principal = principalOf({ ...caller, address })
          const organisation = `${caller.tenant_id}`
          if (!principals.enter(principal)) return false
          if (!organisations.enter(organisation)) {
            principals.leave(principal)
            return false
          }
          leave()
          isKnown = true
          leave = () => {
            principals.leave(principal)
            organisations.leave(organisation)
          }
          return true
        },
        leave: () => {
          leave()
          leave = () => {}
        },
      }
    },
  }
}
