import { type MapView, type Pixel, panned, type Size, zoomed } from './map-view.ts'

const ZOOM_STEP = 1.4
const PAN_PX = 60
const PAN_KEYS: Partial<Record<string, [byX: number, byY: number]>> = {
  ArrowLeft: [PAN_PX, 0],
  ArrowRight: [-PAN_PX, 0],
  ArrowUp: [0, PAN_PX],
  ArrowDown: [0, -PAN_PX],
}
const ZOOM_KEYS: Partial<Record<string, number>> = { '+': ZOOM_STEP, '=': ZOOM_STEP, '-': 1 / ZOOM_STEP }

type Move = (change: (view: MapView, size: Size) => MapView) => void

/** What stands on a map does with a pointer; px of the view. */
export interface MapPointer {
  /** A press that did not become a drag. */
  tap?(at: Pixel): void
  /** Enter, at the middle of the view: for who has no pointer. */
  middle?(at: Pixel): void
  /** A mouse over the map; null when it leaves. */
  hover?(at: Pixel | null): void
  /** What a press takes hold of and drags; null where it drags the map. */
  grab?(at: Pixel): { drag(at: Pixel): void; drop(at: Pixel): void; cancel(): void } | null
}

/** Further than this a press is a drag, px. */
const DRAG_PX = 4

/** Drag, pinch, wheel (with Ctrl, or while focused) and keys of a map; the page keeps its own wheel and shortcuts. */
export function watchMapGestures(element: HTMLElement, move: Move, pointer: () => MapPointer): () => void {
  const held = new Map<number, Pixel>()
  let grabbed: ReturnType<NonNullable<MapPointer['grab']>> = null
  let pressed: Pixel | null = null
  const stop = new AbortController()
  const on = { signal: stop.signal }
  const at = (event: PointerEvent | WheelEvent): Pixel => {
    const { left, top } = element.getBoundingClientRect()
    return [event.clientX - left, event.clientY - top]
  }
  const zoom = (factor: number, place?: Pixel) =>
    move((view, size) => zoomed(view, factor, place ?? [size.width / 2, size.height / 2], size))

  element.addEventListener(
    'pointerdown',
    (event) => {
      const place = at(event)
      held.set(event.pointerId, place)
      element.setPointerCapture(event.pointerId)
      pressed = held.size === 1 ? place : null
      grabbed?.cancel()
      grabbed = (held.size === 1 && pointer().grab?.(place)) || null
    },
    on,
  )
  element.addEventListener(
    'pointermove',
    (event) => {
      const before = held.get(event.pointerId)
      const now = at(event)
      if (!before) return event.pointerType === 'mouse' ? pointer().hover?.(now) : undefined
      if (pressed && Math.hypot(now[0] - pressed[0], now[1] - pressed[1]) < DRAG_PX) return
      pressed = null
      if (grabbed) return grabbed.drag(now)
      const other = [...held].find(([id]) => id !== event.pointerId)?.[1]
      held.set(event.pointerId, now)
      if (!other) return move((view) => panned(view, now[0] - before[0], now[1] - before[1]))
      const apart = (place: Pixel) => Math.max(1, Math.hypot(place[0] - other[0], place[1] - other[1]))
      zoom(apart(now) / apart(before), [(now[0] + other[0]) / 2, (now[1] + other[1]) / 2])
    },
    on,
  )
  const release = (event: PointerEvent) => {
    if (!held.delete(event.pointerId)) return
    const place = at(event)
    const isEnd = event.type === 'pointerup'
    if (isEnd && pressed) {
      grabbed?.cancel()
      pointer().tap?.(place)
    } else if (isEnd) grabbed?.drop(place)
    else grabbed?.cancel()
    grabbed = pressed = null
  }
  element.addEventListener('pointerup', release, on)
  element.addEventListener('pointercancel', release, on)
  element.addEventListener('pointerleave', () => pointer().hover?.(null), on)
  element.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && !element.matches(':focus')) return
      event.preventDefault()
      zoom(event.deltaY > 0 ? 1 / ZOOM_STEP : ZOOM_STEP, at(event))
    },
    { ...on, passive: false },
  )
  element.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (event.key === 'Escape' && grabbed) {
        grabbed.cancel()
        grabbed = null
        return event.preventDefault()
      }
      const { middle } = pointer()
      if (event.key === 'Enter' && middle) {
        middle([element.clientWidth / 2, element.clientHeight / 2])
        return event.preventDefault()
      }
      const shift = PAN_KEYS[event.key]
      const factor = ZOOM_KEYS[event.key]
      if (shift) move((view) => panned(view, ...shift))
      else if (factor !== undefined) zoom(factor)
      else return
      event.preventDefault()
    },
    on,
  )
  return () => stop.abort()
}
