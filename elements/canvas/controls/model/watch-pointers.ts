import { dragged, type Orbit, zoomed } from './orbit.ts'

/** Turns by a drag, comes nearer by two fingers, and by the wheel once it has the focus. Nothing of it moves the screen. */
export function watchPointers(canvas: HTMLCanvasElement, turn: (next: (orbit: Orbit) => Orbit) => void): () => void {
  const off = new AbortController()
  const { signal } = off
  const pointers = new Map<number, { x: number; y: number }>()
  canvas.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return
      event.stopPropagation()
      pointers.set(event.pointerId, { x: event.clientX, y: event.clientY })
      canvas.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  canvas.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId)
      if (!before) return
      event.stopPropagation()
      const now = { x: event.clientX, y: event.clientY }
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      pointers.set(event.pointerId, now)
      if (!other) return turn((orbit) => dragged(orbit, now.x - before.x, now.y - before.y))
      const apart = Math.hypot(before.x - other.x, before.y - other.y) || 1
      turn((orbit) => zoomed(orbit, Math.hypot(now.x - other.x, now.y - other.y) / apart))
    },
    { signal },
  )
  const up = (event: PointerEvent) => {
    if (pointers.delete(event.pointerId)) event.stopPropagation()
  }
  canvas.addEventListener('pointerup', up, { signal })
  canvas.addEventListener('pointercancel', up, { signal })
  canvas.addEventListener(
    'wheel',
    (event) => {
      // Else a page that is scrolled past would stop here.
      if (!canvas.matches(':focus') || event.ctrlKey) return
      event.preventDefault()
      event.stopPropagation()
      turn((orbit) => zoomed(orbit, 1.001 ** -event.deltaY))
    },
    { signal, passive: false },
  )
  return () => off.abort()
}
