/** Calls back this often while the page is visible, and at once when it becomes visible. Stop with the returned function. */
export function pollWhileVisible(everyMs: number, act: () => void): () => void {
  const page = globalThis.document
  const tick = () => {
    if (page?.visibilityState !== 'hidden') act()
  }
  const timer = setInterval(tick, everyMs)
  page?.addEventListener('visibilitychange', tick)
  return () => {
    clearInterval(timer)
    page?.removeEventListener('visibilitychange', tick)
  }
}
