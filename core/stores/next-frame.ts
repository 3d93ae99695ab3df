/** A hidden page gets no animation frames; its listeners are notified all the same. */
const UNSEEN_MS = 100

/** Runs before the next frame is drawn, or soon where none is. Called off by the returned function. */
export function inNextFrame(run: () => void): () => void {
  let frame = 0
  const stop = () => {
    clearTimeout(timer)
    globalThis.cancelAnimationFrame?.(frame)
  }
  const once = () => {
    stop()
    run()
  }
  const timer = setTimeout(once, UNSEEN_MS)
  frame = globalThis.requestAnimationFrame?.(once) ?? 0
  return stop
}
