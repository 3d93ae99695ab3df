import type { IncomingMessage } from 'node:http'
import { type Caller, organisationOf, principalOf } from '../http/caller.ts'
import { openLanes } from '../limits/limiter.ts'
import { networkOf } from '../limits/network-of.ts'
import { type Newcomer, openNewcomers } from '../limits/newcomers.ts'

/** Sockets that have not signed in yet. A page says who it is as soon as its socket is open. */
const NEWCOMERS = { mostOfNetwork: 200, most: 5000, graceMs: 1000 } as const
/** Of one user, whose windows have one each; of visitors and end users of a portal, by name and network. */
const MOST_OF_PRINCIPAL = 200
/** Of its users, and as many of its guests and visitors. */
const MOST_OF_ORGANISATION = 10_000
/** Devices that their sockets watch, each counted for each of its sockets: ten, and fifty, that watch as many as one may. */
const CHANNELS_OF_PRINCIPAL = 20_000
const CHANNELS_OF_ORGANISATION = 100_000

/** The place of one socket: first among the unknown of its network, then among its holder's. */
export interface Place extends Newcomer {
  readonly address: string
  /** Takes a place of this caller's for it; false when he, or his organisation, has no more. */
  signIn(caller: Caller): boolean
  /** Takes room for one more device that it watches; false when its holder, or his organisation, has no more. */
  watch(): boolean
  unwatch(): void
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
  const channels = {
    principals: openLanes(CHANNELS_OF_PRINCIPAL * factor, Number.POSITIVE_INFINITY),
    organisations: openLanes(CHANNELS_OF_ORGANISATION * factor, Number.POSITIVE_INFINITY),
  }

  return {
    enter(request, end) {
      const address = addressOf(request)
      const newcomer = newcomers.enter(networkOf(address), end)
      if (!newcomer) return null
      let { leave } = newcomer
      let holder: { principal: string; organisation: string } | null = null
      let watched = 0
      return {
        address,
        spoke: newcomer.spoke,
        signIn(caller) {
          if (holder) return true
          const principal = principalOf({ ...caller, address })
          const organisation = organisationOf(caller)
          if (!principals.enter(principal)) return false
          if (!organisations.enter(organisation)) {
            principals.leave(principal)
            return false
          }
          leave()
          holder = { principal, organisation }
          leave = () => {
            principals.leave(principal)
            organisations.leave(organisation)
            channels.principals.leave(principal, watched)
            channels.organisations.leave(organisation, watched)
            watched = 0
          }
          return true
        },
        watch() {
          if (!holder || !channels.principals.enter(holder.principal)) return false
          const isIn = channels.organisations.enter(holder.organisation)
          if (isIn) watched += 1
          else channels.principals.leave(holder.principal)
          return isIn
        },
        unwatch() {
          if (!holder || watched === 0) return
          watched -= 1
          channels.principals.leave(holder.principal)
          channels.organisations.leave(holder.organisation)
        },
        leave: () => {
          leave()
          leave = () => {}
        },
      }
    },
  }
}
