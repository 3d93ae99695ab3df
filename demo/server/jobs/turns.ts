import { setImmediate as nextTurn } from 'node:timers/promises'

/** So long work goes on before others have their turn. */
const AT_ONCE_MS = 5

/** Long work in small steps, beside which the server answers others. */
export interface Turns {
  /** Asked between steps of a few ms: lets the others have their turn when it is theirs. */
  pause(): Promise<void>
  /** Time is up, or nobody waits for the answer any more. */
  isOver(): boolean
}

export function openTurns(mostMs: number, gone?: AbortSignal): Turns {
  const until = performance.now() + mostMs
  let since = performance.now()
  return {
    async pause() {
      if (performance.now() - since < AT_ONCE_MS) return
      await nextTurn()
      since = performance.now()
    },
    isOver: () => gone?.aborted === true || performance.now() > until,
  }
}
