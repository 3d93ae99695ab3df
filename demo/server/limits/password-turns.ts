import { openFairTurns } from './fair-turns.ts'
import { familiarOrganisation } from './familiar.ts'
import { siteOf } from './network-of.ts'

/**
 * Whose turn it is to hash or verify a password. libuv has four threads, which files and DNS need too: no more than two
 * are at it at once, and one of them for one holder while others wait. Anybody can make passwords wait: organisations take
 * turns, and all networks together (of IPv6 whole sites, which have many), which take turns, are one more holder, as all
 * devices are: whoever has signed in before waits for none of them.
 */
const turns = openFairTurns({ atOnce: 2, ofOne: 1, ofOneAlone: 2, waitingOfOne: 200, waiting: 20_000 })
const networkTurns = openFairTurns({ atOnce: 2, ofOne: 1, waitingOfOne: 200, waiting: 20_000 })
const deviceTurns = openFairTurns({ atOnce: 1, ofOne: 1, waitingOfOne: 1000, waiting: 20_000 })

/**
 * Of a caller's organisation; while nobody is signed in, of that to which the browser is familiar, else of the network.
 * Throws what a new call would be refused with where the caller may not make this one any more when it is done.
 */
export const turnOfPerson =
  ({
    tenant_id,
    from,
    requireStill,
  }: {
    tenant_id: number
    from: string
    requireStill?: (() => Promise<void>) | undefined
  }) =>
  async <T>(work: () => Promise<T>): Promise<T> => {
    const familiar = tenant_id === 0 ? familiarOrganisation(from) : `organisation ${tenant_id}`
    const done =
      familiar === null
        ? await networkTurns.run(siteOf(from) ?? from, () => turns.run('networks', work))
        : await turns.run(familiar, work)
    await requireStill?.()
    return done
  }

/** Of a device that connects from this network. */
export const turnOfDevice =
  (network: string) =>
  <T>(work: () => Promise<T>): Promise<T> =>
    deviceTurns.run(siteOf(network) ?? network, () => turns.run('devices', work))

/** Of the server itself, as it starts. */
export const turnOfServer = <T>(work: () => Promise<T>): Promise<T> => turns.run('server', work)
