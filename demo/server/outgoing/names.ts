import { lookup, Resolver } from 'node:dns/promises'
import { openFairTurns } from '../limits/fair-turns.ts'

export interface Address {
  address: string
  family: number
}

/** Addresses of a name, until the signal says that nobody waits for them. */
export type Resolve = (host: string, gone: AbortSignal) => Promise<Address[]>

/** As the machine knows it, its hosts file included. It takes one of the process's few threads until it is answered. */
export const addressesByHost: Resolve = (host) => lookup(host, { all: true })

/** By DNS alone: it takes no thread, and is given up when nobody waits for it. */
export const addressesByDns: Resolve = async (host, gone) => {
  const resolver = new Resolver()
  const giveUp = () => resolver.cancel()
  gone.addEventListener('abort', giveUp, { once: true })
  try {
    const found = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
    return found.flatMap((answer, i) =>
      answer.status === 'fulfilled' ? answer.value.map((address) => ({ address, family: i === 0 ? 4 : 6 })) : [],
    )
  } finally {
    gone.removeEventListener('abort', giveUp)
  }
}

/** An organisation has 20 webhooks of four messages each at once, and tests of them. */
const turns = openFairTurns({ atOnce: 40, ofOne: 4, waitingOfOne: 100, waiting: 10_000 })

/** Rejects when the signal says so; what is not given up by then keeps its turn until it ends. */
export function inTurn(
  holder: number | 'server',
  resolve: Resolve,
  host: string,
  gone: AbortSignal,
): Promise<Address[]> {
  return new Promise((done, reject) => {
    gone.addEventListener('abort', () => reject(gone.reason), { once: true })
    turns.run(holder, () => resolve(host, gone), gone).then(done, reject)
  })
}
