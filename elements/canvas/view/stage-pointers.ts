import type { Spot } from '../../../core/canvas/geometry.ts'
import type { PressTrigger } from '../../../core/contract/documents/screen.ts'
import type { Scene, SceneView } from '../scene/index.ts'
import type { StageView } from './stage-view.ts'
import { zoomedAt } from './view-fit.ts'

/** What pointers do with controls. */
export interface PointerTargets {
  /** Whether anything happens on pressing it. */
  isActive(control_id: string): boolean
  /** Whether it has a menu. */
  hasMenu(control_id: string): boolean
  /** A right click on one that has, or the menu key while one has the focus. */
  onMenu(control_id: string, event: MouseEvent): void
  /** `at`: where on the page it is pressed. */
  onTrigger(control_id: string, trigger: PressTrigger, at?: { x: number; y: number }): void
  /** It would be, but not by this person, or not now. */
  isBlocked(control_id: string): boolean
  /** The control on which the pointer rests, and where, in px of the host; null where it is on none. */
  onHover(control_id: string | null, spot: { x: number; y: number } | null): void
}

/** A finger or mouse that has moved this far drags the page and does not press what it began on, px. */
const DRAG_PX = 6
const WHEEL_STEP = 1.0015
/** A pointer that passes by asks nothing. */
const REST_MS = 350

/** What of the page itself stands over the canvas takes the pointer and the wheel for itself. */
const viewAt = (event: Event) => (event.target as Element).closest?.('.screen-view, .faceplate') ?? null
const scrolls = (event: WheelEvent) => {
  const view = viewAt(event)
  for (let at = view && (event.target as Element | null); at && view?.contains(at); at = at.parentElement)
    if (at.scrollHeight > at.clientHeight + 1 && getComputedStyle(at).overflowY !== 'visible') return true
  return false
}

/** Two fingers zoom about the middle between them; one of them has moved. */
function pinch(view: StageView, other: Spot, before: Spot, spot: Spot): void {
  const length = Math.hypot(before.x - other.x, before.y - other.y)
  const factor = Math.hypot(spot.x - other.x, spot.y - other.y) / (length || 1)
  const middle = { x: (spot.x + other.x) / 2, y: (spot.y + other.y) / 2 }
  view.show(zoomedAt(view.now, factor, middle))
}

/** Pointers and the wheel over a stage: they press controls, move the page and zoom it. */
export function followPointers(host: HTMLElement, scene: Scene, view: StageView, parts: PointerTargets): () => void {
  const off = new AbortController()
  const { signal } = off
  const pointers = new Map<number, { x: number; y: number }>()
  let pressed: string | null = null
  let began: { x: number; y: number; view: SceneView } | null = null
  let isDragging = false
  let hovered: string | null = null
  let resting: ReturnType<typeof setTimeout> | undefined
  const leave = () => {
    clearTimeout(resting)
    hovered = null
    parts.onHover(null, null)
  }

  const spotOf = (event: MouseEvent) => {
    const box = host.getBoundingClientRect()
    const shrink = box.width / (host.offsetWidth || 1) || 1
    return { x: (event.clientX - box.left) / shrink, y: (event.clientY - box.top) / shrink }
  }
  const inPage = ({ x, y }: { x: number; y: number }) => ({
    x: view.now.x + x / view.now.zoom,
    y: view.now.y + y / view.now.zoom,
  })
  const activeAt = (spot: { x: number; y: number }) => {
    const at = inPage(spot)
    return scene.hit(at.x, at.y, parts.isActive)
  }
  const letGo = () => {
    if (pressed === null) return
    parts.onTrigger(pressed, 'release')
    scene.setPressed(null)
    pressed = null
  }

  host.addEventListener(
    'pointerdown',
    (event) => {
      if ((event.button !== 0 && event.button !== 1) || viewAt(event)) return
      const spot = spotOf(event)
      leave()
      pointers.set(event.pointerId, spot)
      if (pointers.size > 1) return letGo()
      isDragging = false
      began = { ...spot, view: view.now }
      pressed = event.button === 0 ? activeAt(spot) : null
      if (pressed === null) return
      // What is held down is let go of wherever the pointer goes up.
      host.setPointerCapture(event.pointerId)
      scene.setPressed(pressed)
      parts.onTrigger(pressed, 'press', inPage(spot))
    },
    { signal },
  )
  host.addEventListener(
    'pointermove',
    (event) => {
      const spot = spotOf(event)
      const before = pointers.get(event.pointerId)
      if (!before) {
        if (event.pointerType === 'touch') return
        const at = inPage(spot)
        const next = viewAt(event) ? null : scene.hit(at.x, at.y)
        const active = next === null ? null : activeAt(spot)
        host.style.cursor = active === null ? '' : parts.isBlocked(active) ? 'not-allowed' : 'pointer'
        if (next !== hovered) leave()
        hovered = next
        clearTimeout(resting)
        if (next !== null) resting = setTimeout(() => parts.onHover(active ?? next, spot), REST_MS)
        return
      }
      const other = [...pointers].find(([id]) => id !== event.pointerId)?.[1]
      pointers.set(event.pointerId, spot)
      if (other) return pinch(view, other, before, spot)
      if (!began || (!isDragging && Math.hypot(spot.x - began.x, spot.y - began.y) < DRAG_PX)) return
      if (!isDragging) {
        if (!view.isOverflowing()) return
        isDragging = true
        letGo()
        host.setPointerCapture(event.pointerId)
      }
      const { zoom, x, y } = began.view
      view.show({ zoom, x: x - (spot.x - began.x) / zoom, y: y - (spot.y - began.y) / zoom })
    },
    { signal },
  )
  const up = (event: PointerEvent) => {
    pointers.delete(event.pointerId)
    const was = pressed
    letGo()
    began = null
    if (was === null || isDragging || event.type !== 'pointerup' || activeAt(spotOf(event)) !== was) return
    parts.onTrigger(was, 'click', inPage(spotOf(event)))
  }
  host.addEventListener('pointerup', up, { signal })
  host.addEventListener('pointercancel', up, { signal })
  host.addEventListener(
    'dblclick',
    (event) => {
      const control_id = viewAt(event) ? null : activeAt(spotOf(event))
      if (control_id !== null) parts.onTrigger(control_id, 'double_click', inPage(spotOf(event)))
    },
    { signal },
  )
  host.addEventListener(
    'contextmenu',
    (event) => {
      if (viewAt(event)) return
      // The menu key is pressed on what stands for a control.
      const focused = (event.target as HTMLElement).dataset?.control
      const at = inPage(spotOf(event))
      const control_id = focused ?? scene.hit(at.x, at.y, parts.hasMenu)
      if (control_id === null || !parts.hasMenu(control_id)) return
      event.preventDefault()
      // A finger that holds something down is no question.
      if (pressed === null) parts.onMenu(control_id, event)
    },
    { signal },
  )
  host.addEventListener(
    'pointerleave',
    (event) => {
      if (!pointers.has(event.pointerId)) leave()
    },
    { signal },
  )
  host.addEventListener(
    'wheel',
    (event) => {
      if (!event.ctrlKey && (!view.isOverflowing() || scrolls(event))) return
      leave()
      event.preventDefault()
      const { zoom, x, y } = view.now
      const next = event.ctrlKey
        ? zoomedAt(view.now, WHEEL_STEP ** -event.deltaY, spotOf(event))
        : { zoom, x: x + event.deltaX / zoom, y: y + event.deltaY / zoom }
      view.show(next)
    },
    { signal, passive: false },
  )

  // The release of what is held would go to another window.
  window.addEventListener('blur', letGo, { signal })

  return () => {
    letGo()
    leave()
    off.abort()
  }
}
