/** Work that the server does by itself, again and again. */
export interface Job {
  name: string
  everyMs: number
  run(): Promise<void>
}

/** Runs each job at its interval, never twice at once. A job that fails is reported and tried again at its next turn. */
export function startJobs(
  jobs: readonly Job[],
  onFailure: (name: string, error: unknown) => void,
): { close(): Promise<void> } {
  const running = new Map<string, Promise<void>>()
  const timers = jobs.map(({ name, everyMs, run }) =>
    setInterval(() => {
      if (running.has(name)) return
      const turn = run()
        .catch((error) => onFailure(name, error))
        .finally(() => running.delete(name))
      running.set(name, turn)
    }, everyMs),
  )
  return {
    async close() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(running.values())
    },
  }
}
