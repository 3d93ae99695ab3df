import type { IncomingMessage } from 'node:http'
import { type Caller, principalOf } from '../caller.ts'
import { openLanes } from '../limiter.ts'
import { networkOf } from '../network-of.ts'

/** Sockets that have not signed in yet; more are turned away. */
const MOST_UNKNOWN_OF_NETWORK = 50
const MOST_UNKNOWN = 500
/** Of one user, whose windows have one each; of visitors and end users of a portal, by name and network. */
const MOST_OF_PRINCIPAL = 200
const MOST_OF_ORGANISATION = 10_000

/** The place of one socket: first among the unknown of its network, then among its holder's. */
export interface Place {
  readonly address: string
  /** Takes a place of this caller's for it; false when he, or his organisation, has no more. */
  signIn(caller: Caller): boolean
  leave(): void
}

/** How many sockets may be open side by side. */
export interface Places {
  /** Null when too many of this network, or of all, have not signed in yet. */
  enter(request: IncomingMessage): Place | null
}

/** `factor` times the limits. `addressOf`: the far end's address, behind the proxies that are trusted. */
export function openPlaces(
  factor = 1,
  addressOf: (request: IncomingMessage) => string = ({ socket }) => socket.remoteAddress ?? '',
): Places {
  const unknown = openLanes(MOST_UNKNOWN_OF_NETWORK * factor, MOST_UNKNOWN * factor)
  const principals = openLanes(MOST_OF_PRINCIPAL * factor, Number.POSITIVE_INFINITY)
  const organisations = openLanes(MOST_OF_ORGANISATION * factor, Number.POSITIVE_INFINITY)

  return {
    enter(request) {
      const address = addressOf(request)
      const network = networkOf(address)
      if (!unknown.enter(network)) return null
      let leave = () => unknown.leave(network)
      let isKnown = false
      return {
        address,
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
