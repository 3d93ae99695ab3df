/** Calls that may be made at once, and those that go on each second after them. */
const BURST = 200
const EACH_SECOND = 4

interface PaceParts {
  /** ms of a clock that only goes on. */
  now(): number
  later(run: () => void, ms: number): void
}

const PAGE: PaceParts = { now: () => performance.now(), later: (run, ms) => void setTimeout(run, ms) }

/**
 * The pace of calls that a document can cause without end, as curves of a dashboard do: a user has 1,200 calls a minute in all,
 * and confirming an alarm must stay possible. One turn after the other; one whose signal is aborted is not waited for.
 */
export function openPace({ now, later }: PaceParts = PAGE): (signal?: AbortSignal) => Promise<void> {
  let left = BURST
  let at = now()
  let isDue = false
  const waiting = new Set<() => void>()
  const serve = () => {
    isDue = false
    const time = now()
    left = Math.min(BURST, left + ((time - at) / 1000) * EACH_SECOND)
    at = time
    for (const go of waiting) {
      if (left < 1) break
      left -= 1
      go()
    }
    if (waiting.size === 0 || isDue) return
    isDue = true
    later(serve, Math.ceil(((1 - left) / EACH_SECOND) * 1000))
  }
  return (signal) =>
    new Promise((resolve) => {
      const go = () => {
        waiting.delete(go)
        signal?.removeEventListener('abort', dropped)
        resolve()
      }
      // It is not sent: the transport sees that it is aborted.
      const dropped = () => {
        waiting.delete(go)
        resolve()
      }
      if (signal?.aborted) return resolve()
      signal?.addEventListener('abort', dropped, { once: true })
      waiting.add(go)
      if (!isDue) serve()
    })
}

/** Of all connections of a page. */
export const pace = openPace()
