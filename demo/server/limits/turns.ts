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

/** The last of the long works that wait for their turns. */
let waiting: Promise<unknown> = Promise.resolve()

/** One long work goes on in each turn of the event loop, however many there are: the others, and the network, come between. */
const ownTurn = () => {
  waiting = waiting.then(() => nextTurn())
  return waiting
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
