import { AsyncLocalStorage } from 'node:async_hooks'
import { setImmediate as nextTurn } from 'node:timers/promises'

/** So long work goes on before others have their turn. */
const AT_ONCE_MS = 5

/** Time is up, or nobody waits for the answer any more. */
export class TimeUp extends Error {}

/** Long work in small steps, beside which the server answers others. */
export interface Turns {
  /** Called between steps of a few ms: lets the others have their turn when it is theirs. Rejects with `TimeUp`. */
  pause(): Promise<void>
}

/** Who takes turns: the users of an organisation, or apart from them all who are none, such as its guests; 0 is nobody's. */
export type Organisation = number | Guests
type Guests = `guests of ${number}`

export const guestsOf = (tenant_id: number): Guests => `guests of ${tenant_id}`
export const isGuests = (holder: unknown): holder is Guests =>
  typeof holder === 'string' && holder.startsWith('guests of ')

const holders = new AsyncLocalStorage<Organisation>()

/** Does work in the turns of an organisation, with all that it sets off. */
export const inTurnsOf = <T>(organisation: Organisation, work: () => T): T => holders.run(organisation, work)

/** Whose turns that takes what is done now of an organisation: its guests' where they set it off. */
export function organisationNow(tenant_id: number): Organisation {
  const now = holders.getStore()
  return now === guestsOf(tenant_id) ? now : tenant_id
}

/** The server's own work, such as its jobs: as one more organisation. */
const OF_SERVER = 'server'

/** By organisation, in the order of their turns: the works that wait for theirs. Whoever had one goes to the end. */
const waiting = new Map<Organisation | typeof OF_SERVER, Set<() => void>>()
let isServing = false

/**
 * One long work goes on in each turn of the event loop, however many there are: the others, and the network, come between.
 * Organisations take turns, however much each of them has waiting.
 */
const ownTurn = () =>
  new Promise<void>((resolve) => {
    const holder = holders.getStore() ?? OF_SERVER
    const own = waiting.get(holder)
    if (own) own.add(resolve)
    else waiting.set(holder, new Set([resolve]))
    if (!isServing) void serve()
  })

async function serve(): Promise<void> {
  isServing = true
  // Whoever is set again comes last, and is met again.
  for (const [holder, own] of waiting) {
    await nextTurn()
    const [next] = own
    waiting.delete(holder)
    if (next) own.delete(next)
    if (own.size > 0) waiting.set(holder, own)
    next?.()
  }
  isServing = false
}

export function openTurns(mostMs: number, gone?: AbortSignal): Turns {
  const until = performance.now() + mostMs
  let since = performance.now()
  return {
    async pause() {
      if (gone?.aborted || performance.now() > until) throw new TimeUp('the time of this work is up')
      if (performance.now() - since < AT_ONCE_MS) return
      await ownTurn()
      since = performance.now()
    },
  }
}

/** So many things are looked at in one turn: a millisecond or two. */
export const AT_ONCE = 5_000

/** Looks at many things, in turns of the event loop. */
export async function inPieces<T>(items: Iterable<T>, look: (item: T, i: number) => void): Promise<void> {
  let i = 0
  for (const item of items) {
    if (i > 0 && i % AT_ONCE === 0) await ownTurn()
    look(item, i)
    i += 1
  }
}
