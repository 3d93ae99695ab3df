import { siteOf } from './network-of.ts'

export interface NewcomerLimits {
  mostOfNetwork: number
  most: number
  /** A newcomer has said who it is within this, also on a slow line. */
  graceMs: number
}

export interface Newcomer {
  /** It has said who it is, and keeps its place until that is known to be true. */
  spoke(): void
  leave(): void
}

/**
 * Connections that have not signed in yet. Who says nothing keeps nobody out: where there is no place left, the one that has
 * been silent longest among those of the same network, or of the network that has most of them, gives its place.
 */
export interface Newcomers {
  /** `end` ends a connection that gives its place. Null where nobody has been silent for long enough. */
  enter(network: string, end: () => void): Newcomer | null
}

/** As for every budget: a site of IPv6 has as much as four of its networks. */
const NETWORKS_A_SITE = 4
const monotonic = () => performance.now()

interface Silent {
  since: number
  leave(): void
  end(): void
}
interface Group {
  count: number
  /** The longest silent first. */
  silent: Set<Silent>
}

export function openNewcomers({ mostOfNetwork, most, graceMs }: NewcomerLimits, now = monotonic): Newcomers {
  const groups = new Map<string, Group>()
  const all: Group = { count: 0, silent: new Set() }

  const groupOf = (key: string): Group => {
    const group = groups.get(key) ?? { count: 0, silent: new Set() }
    groups.set(key, group)
    return group
  }
  const fullest = (): Group => {
    let found = all
    let size = 0
    for (const group of groups.values()) {
      if (group.silent.size <= size) continue
      found = group
      size = group.silent.size
    }
    return found
  }
  const makeRoom = ({ silent }: Group): boolean => {
    const [oldest] = silent
    if (!oldest || now() - oldest.since < graceMs) return false
    oldest.leave()
    oldest.end()
    return true
  }

  return {
    enter(network, end) {
      const site = siteOf(network)
      const keys = site === null ? [network] : [network, site]
      const limits: (readonly [string, number])[] = keys.map((key, n) => [
        key,
        n === 0 ? mostOfNetwork : NETWORKS_A_SITE * mostOfNetwork,
      ])
      for (const [key, limit] of limits) {
        const group = groups.get(key)
        if (group && group.count >= limit && !makeRoom(group)) return null
      }
      if (all.count >= most && !makeRoom(fullest())) return null

      const mine = [all, ...keys.map(groupOf)]
      const spoke = () => {
        for (const { silent } of mine) silent.delete(self)
      }
      let isIn = true
      const leave = () => {
        if (!isIn) return
        isIn = false
        spoke()
        for (const group of mine) group.count -= 1
        for (const key of keys) if (groups.get(key)?.count === 0) groups.delete(key)
      }
      const self: Silent = { since: now(), leave, end }
      for (const group of mine) {
        group.count += 1
        group.silent.add(self)
      }
      return { spoke, leave }
    },
  }
}
