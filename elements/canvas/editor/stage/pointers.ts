import type { Editor, GestureName, PointerAt } from '../../../../core/canvas/editor-api.ts'
import type { Spot } from '../../../../core/canvas/geometry.ts'

interface PointerParts {
  readonly host: HTMLElement
  readonly editor: () => Editor
  readonly isReadOnly: () => boolean
  /** A handle of the selection has the pointer. */
  readonly isTaken: () => boolean
  readonly onPointer: (spot: Spot | null) => void
}

/** px of the view around a guide in which it is caught. */
const GUIDE_PX = 4

export const spotIn = (host: HTMLElement, event: { clientX: number; clientY: number }): Spot => {
  const box = host.getBoundingClientRect()
  // A page may show the element scaled.
  const shrink = box.width / (host.offsetWidth || 1) || 1
  return { x: (event.clientX - box.left) / shrink, y: (event.clientY - box.top) / shrink }
}

/** px from the edge of the view where a drag moves the view along, and how far at most in a frame. */
const EDGE_PX = 12
const MOST_ALONG_PX = 16
const ALONG: readonly (GestureName | null)[] = ['move', 'marquee', 'place']

/** How far to move the view along an axis: the farther out, the faster. */
function pullAt(at: number, size: number): number {
  const beyond = at < EDGE_PX ? EDGE_PX - at : Math.min(0, size - EDGE_PX - at)
  return Math.max(-MOST_ALONG_PX, Math.min(MOST_ALONG_PX, beyond / 2))
}

/** Two fingers move the view and zoom it; one of them has moved. */
function pinch({ viewing, state }: Editor, before: Spot, now: Spot, other: Spot): void {
  const length = Math.hypot(before.x - other.x, before.y - other.y)
  const factor = Math.hypot(now.x - other.x, now.y - other.y) / (length || 1)
  viewing.pan({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 })
  viewing.zoomTo(state().view.zoom * factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
}

/** Leads mice, pens and fingers to the editor; two fingers move and zoom. */
export function leadPointers({ host, editor, isReadOnly, isTaken, onPointer }: PointerParts): () => void {
  const off = new AbortController()
  const { signal } = off
  const fingers = new Map<number, Spot>()
  let isPinching = false
  let isGuiding = false
  let held: number | null = null
  let latest: PointerAt | null = null
  let frame = 0
  const page = host.ownerDocument.defaultView ?? window

  /** What is dragged to the edge goes on: the view moves below it. */
  const along = () => {
    frame = 0
    const target = editor()
    if (held === null || !latest || !ALONG.includes(target.state().gesture)) return
    const by = { x: pullAt(latest.x, host.clientWidth), y: pullAt(latest.y, host.clientHeight) }
    if (by.x === 0 && by.y === 0) return
    target.viewing.pan(by)
    target.pointerMove(latest)
    frame = page.requestAnimationFrame(along)
  }

  const at = (event: PointerEvent | MouseEvent): PointerAt => ({
    ...spotIn(host, event),
    shift: event.shiftKey,
    alt: event.altKey,
    ctrl: event.ctrlKey || event.metaKey,
    button: Math.max(0, event.button),
    isTouch: 'pointerType' in event && event.pointerType === 'touch',
  })
  const guideAt = (spot: Spot): { axis: 'x' | 'y'; index: number } | null => {
    const { viewing, state } = editor()
    const { guides } = state().document
    for (const axis of ['x', 'y'] as const) {
      const index = guides[axis].findIndex(
        (place) => Math.abs(viewing.toView({ x: place, y: place })[axis] - spot[axis]) <= GUIDE_PX,
      )
      if (index >= 0) return { axis, index }
    }
    return null
  }

  const down = (event: PointerEvent) => {
    const spot = at(event)
    const target = editor()
    if (event.pointerType === 'touch') {
      fingers.set(event.pointerId, spot)
      if (fingers.size === 2) {
        isPinching = true
        target.cancel()
        return
      }
      if (fingers.size > 2) return
    }
    if (isTaken() || isPinching) return
    host.setPointerCapture(event.pointerId)
    held = event.pointerId
    const { tool } = target.state()
    if (isReadOnly()) {
      if (spot.button === 0) target.selecting.select([target.hit(spot)].filter((id) => id !== null))
    } else if (tool.name === 'select' && spot.button === 0 && target.hit(spot) === null) {
      const guide = guideAt(spot)
      if (guide && target.gesture.begin('guide', guide, spot)) {
        isGuiding = true
        return
      }
    }
    target.pointerDown(spot)
  }
  const move = (event: PointerEvent) => {
    const spot = at(event)
    onPointer(spot)
    const before = fingers.get(event.pointerId)
    if (before && isPinching) {
      const other = [...fingers].find(([id]) => id !== event.pointerId)?.[1]
      fingers.set(event.pointerId, spot)
      if (other) pinch(editor(), before, spot, other)
      return
    }
    if (before) fingers.set(event.pointerId, spot)
    if (isTaken()) return
    if (isGuiding) editor().gesture.update(spot, spot)
    else if (held === null || held === event.pointerId) {
      latest = spot
      editor().pointerMove(spot)
      if (held !== null && frame === 0) frame = page.requestAnimationFrame(along)
    }
  }
  const up = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    if (isPinching) {
      isPinching = fingers.size > 0
      return
    }
    if (held !== event.pointerId) return
    held = null
    if (isGuiding) {
      isGuiding = false
      editor().gesture.end()
      return
    }
    editor().pointerUp(at(event))
  }
  const lost = (event: PointerEvent) => {
    fingers.delete(event.pointerId)
    isPinching = isPinching && fingers.size > 0
    isGuiding = false
    if (held === event.pointerId) editor().cancel()
    held = null
  }

  host.addEventListener('pointerdown', down, { signal })
  host.addEventListener('pointermove', move, { signal })
  host.addEventListener('pointerup', up, { signal })
  host.addEventListener('pointercancel', lost, { signal })
  host.addEventListener(
    'pointerleave',
    () => {
      onPointer(null)
      if (held === null && !isTaken()) editor().cancel()
    },
    { signal },
  )
  host.addEventListener('dblclick', (event) => !isReadOnly() && !isTaken() && editor().doubleClick(at(event)), {
    signal,
  })
  host.addEventListener('contextmenu', (event) => event.preventDefault(), { signal })
  host.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      const line = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 20 : 1
      const { shiftKey: shift, ctrlKey, metaKey } = event
      const moved = { deltaX: event.deltaX * line, deltaY: event.deltaY * line }
      editor().wheel({ ...spotIn(host, event), ...moved, shift, ctrl: ctrlKey || metaKey })
    },
    { signal, passive: false },
  )
  return () => {
    off.abort()
    page.cancelAnimationFrame(frame)
  }
}
