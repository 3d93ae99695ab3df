/** The server's clock. What hangs on how much time has passed asks `elapsed`, which no step of the clock moves. */
export interface Clock {
  /** Epoch ms. Somebody may set it, backwards too. */
  now(): number
  /** Ms since some time in the past; never goes back. */
  elapsed(): number
}

export const systemClock: Clock = { now: () => Date.now(), elapsed: () => performance.now() }

/** What a time service corrects little by little is no step. */
const STEP_MS = 1000

export interface WatchedClock extends Clock {
  /** Called before `now` gives the first time after a step: what was kept in times of before is moved by `ms`. */
  onStep(listener: (ms: number) => void): () => void
}

/** A clock that notices when it was set: its time has moved by another amount than has passed. */
export function watchClock({ now, elapsed }: Clock = systemClock): WatchedClock {
  const listeners = new Set<(ms: number) => void>()
  let lead = now() - elapsed()
  return {
    elapsed,
    now: () => {
      const time = now()
      const step = time - elapsed() - lead
      lead += step
      if (Math.abs(step) >= STEP_MS) for (const listener of listeners) listener(Math.round(step))
      return time
    },
    onStep: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
