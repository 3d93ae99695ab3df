/** What was done within this time is not done again when the page becomes visible. */
const YOUNG_MS = 2000

/**
 * Calls back this often while the page is visible, and at once when it becomes visible, unless it did just before. Stop
 * with the returned function.
 */
export function pollWhileVisible(everyMs: number, act: () => void): () => void {
  const page = globalThis.document
  let actedAt = Number.NEGATIVE_INFINITY
  const tick = () => {
    if (page?.visibilityState === 'hidden') return
    actedAt = Date.now()
    act()
  }
  const changed = () => {
    if (Date.now() - actedAt >= YOUNG_MS) tick()
  }
  const timer = setInterval(tick, everyMs)
  page?.addEventListener('visibilitychange', changed)
  return () => {
    clearInterval(timer)
    page?.removeEventListener('visibilitychange', changed)
  }
}
