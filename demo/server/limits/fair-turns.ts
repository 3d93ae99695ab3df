import { tooOften } from './limiter.ts'

export interface TurnLimits {
  /** How many run at once. */
  atOnce: number
  /** Of these, how many of one holder: with fewer than `atOnce` nobody holds up all others. */
  ofOne: number
  /** How many of one holder may wait, and how many in all. */
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

export function openFairTurns({ atOnce, ofOne, waitingOfOne, waiting }: TurnLimits): FairTurns {
  /** In the order of their turns; whoever had one goes to the end. */
  const queues = new Map<Holder, Set<() => void>>()
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

  function drop(holder: Holder, start: () => void): void {
    const own = queues.get(holder)
    if (!own?.delete(start)) return
    queued -= 1
    if (own.size === 0) queues.delete(holder)
  }

  function startNext(): void {
    for (const [holder, own] of queues) {
      const [start] = own
      if (!start || !mayStart(holder)) continue
      drop(holder, start)
      if (queues.delete(holder)) queues.set(holder, own)
      start()
      return
    }
  }

  function turnOf(holder: Holder, gone?: AbortSignal): Promise<void> {
    if (mayStart(holder)) {
      count(holder, 1)
      return Promise.resolve()
    }
    const own = queues.get(holder) ?? new Set()
    if (own.size >= waitingOfOne || queued >= waiting || gone?.aborted) return Promise.reject(tooOften(RETRY_MS))
    return new Promise<void>((resolve, reject) => {
      const leave = () => {
        drop(holder, start)
        reject(tooOften(RETRY_MS))
      }
      const start = () => {
        gone?.removeEventListener('abort', leave)
        count(holder, 1)
        resolve()
      }
      own.add(start)
      queues.set(holder, own)
      queued += 1
      gone?.addEventListener('abort', leave, { once: true })
    })
  }

  return {
    async run(holder, work, gone) {
      await turnOf(holder, gone)
      try {
        return await work()
      } finally {
        count(holder, -1)
        startNext()
      }
    },
  }
}
