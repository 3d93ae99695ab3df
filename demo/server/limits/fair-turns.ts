import { tooOften } from './limiter.ts'

export interface TurnLimits {
  /** How many run at once. */
  atOnce: number
  /** Of these, how many of one holder: with fewer than `atOnce` nobody holds up all others. */
  ofOne: number
  /** How many of one holder may wait, and how many in all: beyond that, whoever has most waiting loses the last of it. */
  waitingOfOne: number
  waiting: number
}

/** Long work of many holders (organisations, links), of which only some runs at once. */
export interface FairTurns {
  /**
   * Runs work when its holder's turn comes: holders take turns, however much each of them has waiting. Refuses with
   * 100019 what would wait behind too much, and what waits for somebody who is gone.
   */
  run<T>(holder: string | number, work: () => Promise<T>, gone?: AbortSignal): Promise<T>
}

type Holder = string | number

/** After this long it is worth trying again. */
const RETRY_MS = 5000

/** A work that waits: how it begins, and how it is refused after all. */
interface Waiting {
  start(): void
  refuse(): void
}

export function openFairTurns({ atOnce, ofOne, waitingOfOne, waiting }: TurnLimits): FairTurns {
  /** In the order of their turns; whoever had one goes to the end. */
  const queues = new Map<Holder, Set<Waiting>>()
  const running = new Map<Holder, number>()
  let all = 0
  let queued = 0

  const mayStart = (holder: Holder) => all < atOnce && (running.get(holder) ?? 0) < ofOne

  function count(holder: Holder, change: 1 | -1): void {
    all += change
    const own = (running.get(holder) ?? 0) + change
    if (own === 0) running.delete(holder)
    else running.set(holder, own)
  }

  function drop(holder: Holder, work: Waiting): void {
    const own = queues.get(holder)
    if (!own?.delete(work)) return
    queued -= 1
    if (own.size === 0) queues.delete(holder)
  }

  function startNext(): void {
    for (const [holder, own] of queues) {
      const [next] = own
      if (!next || !mayStart(holder)) continue
      drop(holder, next)
      if (queues.delete(holder)) queues.set(holder, own)
      next.start()
      return
    }
  }

  /** Makes room for one more of somebody who has so many waiting; false where nobody would have more than he then has. */
  function makeRoom(own: number): boolean {
    if (queued < waiting) return true
    let longest = new Set<Waiting>()
    for (const works of queues.values()) if (works.size > longest.size) longest = works
    if (longest.size <= own + 1) return false
    const last = [...longest].at(-1)
    last?.refuse()
    return true
  }

  function turnOf(holder: Holder, gone?: AbortSignal): Promise<void> {
    if (mayStart(holder)) {
      count(holder, 1)
      return Promise.resolve()
    }
    const own = queues.get(holder) ?? new Set()
    if (own.size >= waitingOfOne || gone?.aborted || !makeRoom(own.size)) return Promise.reject(tooOften(RETRY_MS))
    return new Promise<void>((resolve, reject) => {
      const work: Waiting = {
        start() {
          gone?.removeEventListener('abort', work.refuse)
          count(holder, 1)
          resolve()
        },
        refuse() {
          gone?.removeEventListener('abort', work.refuse)
          drop(holder, work)
          reject(tooOften(RETRY_MS))
        },
      }
      own.add(work)
      queues.set(holder, own)
      queued += 1
      gone?.addEventListener('abort', work.refuse, { once: true })
    })
  }

  return {
    async run(holder, work, gone) {
      await turnOf(holder, gone)
      try {
        return await work()
      } finally {
        count(holder, -1)
        // Whoever had a turn stands behind all who came during it.
        const own = queues.get(holder)
        if (own && queues.delete(holder)) queues.set(holder, own)
        startNext()
      }
    },
  }
}
