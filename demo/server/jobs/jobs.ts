/** Work that the server does by itself, again and again. */
export interface Job {
  name: string
  everyMs: number
  /** `closing`: the server waits for it to end. What it leaves is done after the next start. */
  run(closing: AbortSignal): Promise<void>
}

/** Runs each job at its interval, never twice at once. A job that fails is reported and tried again at its next turn. */
export function startJobs(
  jobs: readonly Job[],
  onFailure: (name: string, error: unknown) => void,
): { close(): Promise<void> } {
  const closing = new AbortController()
  const running = new Map<string, Promise<void>>()
  const timers = jobs.map(({ name, everyMs, run }) =>
    setInterval(() => {
      if (running.has(name)) return
      const turn = run(closing.signal)
        .catch((error) => onFailure(name, error))
        .finally(() => running.delete(name))
      running.set(name, turn)
    }, everyMs),
  )
  return {
    async close() {
      for (const timer of timers) clearInterval(timer)
      closing.abort()
      await Promise.all(running.values())
    },
  }
}
