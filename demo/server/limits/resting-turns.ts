import { openFairTurns, type TurnLimits } from './fair-turns.ts'

/** For so many times as long as a work took there is no other in its place: others have two thirds of the time. */
const TIMES = 2
/** After one that took very long nobody waits for longer than this. */
const MOST_MS = 2000

/** Measures what it does: what a work waits for outside of it is no reason to rest. */
export type Timed = <T>(work: () => Promise<T>) => Promise<T>

/** Long work at something that all need: after each there is a rest in its place, for which its caller does not wait. */
export interface RestingTurns {
  /** As of `FairTurns`. */
  run<T>(holder: string | number, work: (timed: Timed) => Promise<T>): Promise<T>
  /** Ends the rests: the server closes. */
  close(): void
}

export function openRestingTurns(limits: TurnLimits): RestingTurns {
  const turns = openFairTurns(limits)
  const resting = new Set<() => void>()
  let isClosed = false

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const end = () => {
        clearTimeout(timer)
        resting.delete(end)
        resolve()
      }
      const timer = setTimeout(end, ms).unref()
      resting.add(end)
    })

  return {
    run: (holder, work) =>
      new Promise((resolve, reject) => {
        let tookMs = 0
        const timed: Timed = async (part) => {
          const began = performance.now()
          try {
            return await part()
          } finally {
            tookMs += performance.now() - began
          }
        }
        const done = async () => {
          await work(timed).then(resolve, reject)
          if (tookMs > 0 && !isClosed) await rest(Math.min(TIMES * tookMs, MOST_MS))
        }
        turns.run(holder, done).catch(reject)
      }),
    close() {
      isClosed = true
      for (const end of [...resting]) end()
    },
  }
}
