import { panned, type Range, ZOOM_STEP, zoomed } from './range.ts'

interface GestureOptions {
  range(): Range
  /** Of the plot, px. */
  width(): { left: number; width: number }
  move(range: Range): void
}

/** Pan by drag and arrows, zoom by pinch, by + and -, and by the wheel while focused or with Ctrl. */
export function watchGestures(element: HTMLElement, { range, width, move }: GestureOptions): () => void {
  const pointers = new Map<number, number>()
  const stop = new AbortController()
  const on = { signal: stop.signal }

  const zoom = (factor: number, clientX?: number) => {
    const plot = width()
    const share =
      clientX === undefined ? 0.5 : (clientX - element.getBoundingClientRect().left - plot.left) / plot.width
    move(zoomed(range(), factor, Date.now(), share))
  }
  const pan = (share: number) => move(panned(range(), share, Date.now()))

  const actFor = (key: string): (() => void) | null => {
    if (key === 'ArrowLeft') return () => pan(-0.1)
    if (key === 'ArrowRight') return () => pan(0.1)
    if (key === '+' || key === '=') return () => zoom(1 / ZOOM_STEP)
    return key === '-' ? () => zoom(ZOOM_STEP) : null
  }

  element.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return
      pointers.set(event.pointerId, event.clientX)
      element.setPointerCapture(event.pointerId)
    },
    on,
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId)
      if (before === undefined || before === event.clientX) return
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      pointers.set(event.pointerId, event.clientX)
      if (other === undefined) pan((before - event.clientX) / width().width)
      else if (event.clientX !== other) {
        zoom(Math.abs((before - other) / (event.clientX - other)), (event.clientX + other) / 2)
      }
    },
    on,
  )
  const release = (event: PointerEvent) => pointers.delete(event.pointerId)
  element.addEventListener('pointerup', release, on)
  element.addEventListener('pointercancel', release, on)
  element.addEventListener(
    'wheel',
    (event) => {
      // Otherwise the page scrolls: a chart must not catch the wheel of whoever only passes by.
      if (!event.ctrlKey && !element.matches(':focus')) return
      event.preventDefault()
      zoom(event.deltaY > 0 ? ZOOM_STEP : 1 / ZOOM_STEP, event.clientX)
    },
    { ...on, passive: false },
  )
  element.addEventListener(
    'keydown',
    (event) => {
      const act = actFor(event.key)
      // With Shift arrows lead along the curves.
      if (!act || (event.shiftKey && event.key.startsWith('Arrow')) || event.ctrlKey || event.metaKey || event.altKey)
        return
      event.preventDefault()
      act()
    },
    on,
  )
  return () => stop.abort()
}
