/**
 * Runs whenever the element has another size, and not before the frame after: what is laid out anew while sizes are being
 * told is an error of the whole page for the browser. Returns what ends it.
 */
export function followSize(element: HTMLElement, run: () => void): () => void {
  let frame = 0
  const observer = new ResizeObserver(() => {
    cancelAnimationFrame(frame)
    frame = requestAnimationFrame(run)
  })
  observer.observe(element)
  return () => {
    observer.disconnect()
    cancelAnimationFrame(frame)
  }
}
