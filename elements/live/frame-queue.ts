/** What draws itself when its turn comes. */
export interface Drawn extends Element {
  draw(): void
}

const waiting = new Set<Drawn>()
const hidden = new WeakSet<Drawn>()
let isQueued = false

/** Nothing is painted that nobody sees: it is when it comes into view. */
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    const leaf = target as Drawn
    if (!isIntersecting) hidden.add(leaf)
    else if (hidden.delete(leaf)) queue(leaf)
  }
})

/** Draws it in the next animation frame, with all others that wait; out of view only where `isNeeded`. */
export function queue(leaf: Drawn, isNeeded = false): void {
  if (hidden.has(leaf) && !isNeeded) return
  waiting.add(leaf)
  if (isQueued) return
  isQueued = true
  // A page in the background has no frames; its leaves wait like those out of view.
  requestAnimationFrame(() => {
    isQueued = false
    const now = [...waiting]
    waiting.clear()
    for (const one of now) one.draw()
  })
}

const ticking = new Set<Drawn>()
let timer: ReturnType<typeof setInterval> | undefined

/** From now on it is drawn when something changes, and each second: its age does. */
export function enter(leaf: Drawn): void {
  observer.observe(leaf)
  ticking.add(leaf)
  timer ??= setInterval(() => {
    for (const one of ticking) queue(one)
  }, 1000)
}

export function leave(leaf: Drawn): void {
  observer.unobserve(leaf)
  hidden.delete(leaf)
  waiting.delete(leaf)
  ticking.delete(leaf)
  if (ticking.size > 0) return
  clearInterval(timer)
  timer = undefined
}
