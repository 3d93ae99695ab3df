import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { PressTrigger } from '../../../core/contract/documents/screen.ts'
import type { Look } from '../controls/define-control.ts'
import { createScene, type Scene, type SceneControl, type ScenePage, type SceneView } from '../scene/index.ts'
import { viewOf, within, type ZoomMode, zoomedAt } from './view-fit.ts'

interface StageParts {
  /** Positioned, and as large as the screen may be. */
  host: HTMLElement
  /** Over the canvas: moved and scaled as it is. */
  layer: HTMLElement
  controls: readonly SceneControl[]
  page: ScenePage
  look: Look
  now: () => number
  zoom: ZoomMode
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
  onPainterError(control_id: string, kind: string, error: unknown): void
}

export interface Stage {
  readonly scene: Scene
  update(states: ReadonlyMap<string, ControlState>): void
  setLook(look: Look): void
  setZoom(mode: ZoomMode): void
  /** About the middle. */
  zoomBy(factor: number): void
  view(): SceneView
  dispose(): void
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

/** A scene that is looked at and worked with: fitted to its place, moved, zoomed, pressed. */
export function openStage(parts: StageParts): Stage {
  const { host, layer, page } = parts
  const scene = createScene({ look: parts.look, now: parts.now, onPainterError: parts.onPainterError })
  let mode = parts.zoom
  let isOwnView = false
  let view: SceneView = { zoom: 1, x: 0, y: 0 }
  const place = () => ({ width: host.clientWidth, height: host.clientHeight })

  const isOverflowing = () => {
    const { width, height } = place()
    return page.width * view.zoom > width + 1 || page.height * view.zoom > height + 1
  }

  const show = (next: SceneView) => {
    view = next
    scene.setView(view)
    layer.style.transform = `scale(${view.zoom}) translate(${-view.x}px, ${-view.y}px)`
    // A screen that is seen whole lets a finger move the page around it.
    host.style.touchAction = isOverflowing() ? 'none' : 'pan-x pan-y'
  }
  const refit = () => {
    if (place().width > 0) show(isOwnView ? within(view, page, place()) : viewOf(mode, page, place()))
  }

  scene.setControls(parts.controls, page)
  scene.attach(host)
  refit()
  const sizes = new ResizeObserver(refit)
  sizes.observe(host)

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
  const inPage = ({ x, y }: { x: number; y: number }) => ({ x: view.x + x / view.zoom, y: view.y + y / view.zoom })
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
      began = { ...spot, view }
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
      if (other) {
        const length = Math.hypot(before.x - other.x, before.y - other.y)
        const factor = Math.hypot(spot.x - other.x, spot.y - other.y) / (length || 1)
        isOwnView = true
        const middle = { x: (spot.x + other.x) / 2, y: (spot.y + other.y) / 2 }
        return show(within(zoomedAt(view, factor, middle), page, place()))
      }
      if (!began || (!isDragging && Math.hypot(spot.x - began.x, spot.y - began.y) < DRAG_PX)) return
      if (!isDragging) {
        if (!isOverflowing()) return
        isDragging = true
        letGo()
        host.setPointerCapture(event.pointerId)
      }
      isOwnView = true
      const { zoom, x, y } = began.view
      show(within({ zoom, x: x - (spot.x - began.x) / zoom, y: y - (spot.y - began.y) / zoom }, page, place()))
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
      if (!event.ctrlKey && (!isOverflowing() || scrolls(event))) return
      leave()
      event.preventDefault()
      isOwnView = true
      const { zoom, x, y } = view
      const next = event.ctrlKey
        ? zoomedAt(view, WHEEL_STEP ** -event.deltaY, spotOf(event))
        : { zoom, x: x + event.deltaX / zoom, y: y + event.deltaY / zoom }
      show(within(next, page, place()))
    },
    { signal, passive: false },
  )

  // The release of what is held would go to another window.
  window.addEventListener('blur', letGo, { signal })

  return {
    scene,
    update: (states) => scene.update(states),
    setLook: (look) => scene.setLook(look),
    setZoom(next) {
      mode = next
      isOwnView = false
      refit()
    },
    zoomBy(factor) {
      isOwnView = true
      const { width, height } = place()
      show(within(zoomedAt(view, factor, { x: width / 2, y: height / 2 }), page, place()))
    },
    view: () => view,
    dispose() {
      letGo()
      leave()
      off.abort()
      sizes.disconnect()
      scene.dispose()
    },
  }
}
