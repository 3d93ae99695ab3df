import type { Editor, EditorState } from '../../../../core/canvas/editor-api.ts'
import { boundsOf, type Spot } from '../../../../core/canvas/geometry.ts'
import type { Look } from '../../controls/define-control.ts'
import { createScene, type Scene } from '../../scene/index.ts'
import type { Bound } from '../binding/bind-main.ts'
import { takeDrops } from './drops.ts'
import type { Hands, HandsListener } from './hands.ts'
import { type OverlayParts, paintOverlay } from './overlay-painter.ts'
import { leadPointers } from './pointers.ts'
import { paintRuler, RULER_PX } from './ruler-painter.ts'
import { createSceneSync, type SceneSync } from './scene-sync.ts'
import { shownFrame } from './shown-frame.ts'

interface DrawingParts {
  readonly host: HTMLElement
  readonly overlay: HTMLCanvasElement
  readonly grid: HTMLElement
  /** Of the views, which stand in the page itself. */
  readonly layer: HTMLElement
  readonly rulers: { readonly x: HTMLCanvasElement; readonly y: HTMLCanvasElement }
  readonly editor: () => Editor
  readonly isReadOnly: () => boolean
  /** A point was dropped on a control. */
  readonly onPoint: (outcome: Bound | null, written: string) => void
  readonly look: Look
  readonly words: OverlayParts['words']
}

export interface Drawing {
  readonly scene: Scene
  readonly sync: SceneSync
  setLook(look: Look): void
  setWords(words: OverlayParts['words']): void
  refresh(): void
  /** JPEG of the page as a data URL, small enough for a thumbnail; null where the browser refuses. */
  thumbnail(): string | null
  dispose(): void
}

const CURSORS = { select: 'default', pan: 'grab', place: 'crosshair', path: 'crosshair' } as const
/** Characters of a data URL: 60 KB of picture. */
const MOST_THUMBNAIL = 79_000
const THUMBNAIL_PX = 320
/** A grid whose lines are nearer than this is a grey veil. */
const GRID_FROM_PX = 8

/** The drawing board: scene, overlay, handles and rulers of one editor. */
export function openDrawing(parts: DrawingParts): Drawing {
  const { host, overlay, editor } = parts
  const page = host.ownerDocument.defaultView ?? window
  let { look, words } = parts
  const scene = createScene({
    look,
    surround: 'line',
    showsBeyondPage: true,
    onPainterError: (_control_id, _kind, error) => reportError(error),
  })
  const sync = createSceneSync(scene)
  let hands: Hands | null = null
  let pointer: Spot | null = null
  let frame = 0
  let isDisposed = false
  let fittedFor = ''

  const contexts = {
    overlay: contextOf(overlay),
    x: contextOf(parts.rulers.x),
    y: contextOf(parts.rulers.y),
  }

  const paint = () => {
    frame = 0
    const target = editor()
    const state = target.state()
    const ratio = page.devicePixelRatio || 1
    const control = (id: string) => target.control(id)
    const boxOf = (id: string) => shownFrame(target, [id])
    paintOverlay({ context: contexts.overlay, ratio, look, state, control, boxOf, pointer, words })
    const held = target.frame()
    const bounds = held ? boundsOf(held) : null
    for (const axis of ['x', 'y'] as const)
      paintRuler({ axis, context: contexts[axis], ratio, look, view: state.view, bounds })
  }
  const want = () => {
    if (frame === 0) frame = page.requestAnimationFrame(paint)
  }

  let shown: EditorState | null = null
  let leftAt: EditorState['view'] | null = null
  const show = () => {
    const target = editor()
    const state = target.state()
    if (state === shown) return
    if (shown && state.symbol !== shown.symbol) return showOther(target, state.symbol)
    if (state.document !== shown?.document) sync.show(state.document)
    if (state.view !== shown?.view || state.document !== shown?.document) placeView(scene, parts, state)
    showHands(target, state)
    shown = state
    want()
  }
  /** A symbol has a place of its own to be seen at; the screen is found again where it was left. */
  const showOther = (target: Editor, symbol: string | null) => {
    const left = shown?.view
    shown = null
    if (symbol !== null) {
      leftAt ??= left ?? null
      show()
      target.viewing.fit()
      if (target.state().view.zoom > 1) target.viewing.zoomTo(1)
      return
    }
    show()
    const back = leftAt
    leftAt = null
    if (!back) return
    target.viewing.zoomTo(back.zoom)
    const { x, y } = target.viewing.toView(back)
    target.viewing.pan({ x: -x, y: -y })
  }
  const showHands = (target: Editor, state: EditorState) => {
    if (!hands) return
    const isMoving = state.gesture === 'move' || state.gesture === 'marquee' || state.gesture === 'place'
    hands.show(parts.isReadOnly() || state.tool.name !== 'select' || isMoving ? null : viewFrame(target))
    hands.setCursor(cursorOf(state, parts.isReadOnly()))
  }
  const resize = () => {
    const [width, height] = [host.clientWidth, host.clientHeight]
    const ratio = page.devicePixelRatio || 1
    sizeCanvas(overlay, width, height, ratio)
    sizeCanvas(parts.rulers.x, width, RULER_PX, ratio)
    sizeCanvas(parts.rulers.y, RULER_PX, height, ratio)
    hands?.resize(width, height)
    editor().viewing.resize(width, height)
    if (width > 0 && fittedFor === '') {
      fittedFor = 'once'
      editor().viewing.fit()
    }
    paint()
  }
  const sizes = new ResizeObserver(resize)
  sizes.observe(host)

  scene.attach(host)
  show()
  const stops = [
    editor().listen(show),
    leadPointers({
      host,
      editor,
      isReadOnly: parts.isReadOnly,
      isTaken: () => hands?.isHolding() ?? false,
      onPointer(spot) {
        pointer = spot
        if (editor().state().overlay.measure) want()
      },
    }),
    takeDrops(parts),
  ]

  void import('./hands.ts').then(({ createHands }) => {
    if (isDisposed) return
    hands = createHands(host, gesturesOf(host, editor))
    hands.resize(host.clientWidth, host.clientHeight)
    hands.setColours({ accent: look.token('accent'), fill: look.token('surface-3') })
    showHands(editor(), editor().state())
    host.dataset.hands = 'ready'
  })

  return {
    scene,
    sync,
    refresh() {
      shown = null
      show()
    },
    setWords(next) {
      words = next
      want()
    },
    setLook(next) {
      look = next
      scene.setLook(next)
      hands?.setColours({ accent: look.token('accent'), fill: look.token('surface-3') })
      want()
    },
    thumbnail: () => thumbnailOf(scene, editor().state().whole),
    dispose() {
      isDisposed = true
      page.cancelAnimationFrame(frame)
      sizes.disconnect()
      for (const stop of stops) stop()
      hands?.dispose()
      delete host.dataset.hands
      scene.dispose()
    },
  }
}

/** The scene, what stands over it and its grid are seen at the same place. */
function placeView(
  scene: Scene,
  { layer, grid }: Pick<DrawingParts, 'layer' | 'grid'>,
  { view, document }: EditorState,
): void {
  scene.setView(view)
  layer.style.transform = `scale(${view.zoom}) translate(${-view.x}px, ${-view.y}px)`
  let px = document.grid * view.zoom
  grid.hidden = document.grid === 0
  // From afar every second line is left out, and every second of those.
  while (px > 0 && px < GRID_FROM_PX) px *= 2
  if (grid.hidden) return
  const at = { x: -view.x * view.zoom, y: -view.y * view.zoom }
  Object.assign(grid.style, {
    left: `${at.x}px`,
    top: `${at.y}px`,
    width: `${document.width * view.zoom}px`,
    height: `${document.height * view.zoom}px`,
    backgroundSize: `${px}px ${px}px`,
  })
}

function cursorOf({ gesture, overlay, tool }: EditorState, isReadOnly: boolean): string {
  if (gesture === 'pan') return 'grabbing'
  const isOver = overlay.hovered !== null && tool.name === 'select' && !isReadOnly
  return isOver || gesture === 'move' ? 'move' : CURSORS[tool.name]
}

/** The frame around what is selected, in px of the view. */
function viewFrame(target: Editor) {
  const held = shownFrame(target, target.state().selection)
  if (!held) return null
  const { zoom } = target.state().view
  const at = target.viewing.toView(held)
  return { ...held, x: at.x, y: at.y, width: held.width * zoom, height: held.height * zoom }
}

/** What handles are dragged for. */
const gesturesOf = (host: HTMLElement, editor: () => Editor): HandsListener => ({
  begin(what, at) {
    host.focus({ preventScroll: true })
    const { gesture } = editor()
    if (what.name === 'resize') return gesture.begin('resize', what.handle, at)
    if (what.name === 'rotate') return gesture.begin('rotate', null, at)
    return gesture.begin('vertex', what.index, at)
  },
  update: (at, held) => editor().gesture.update(at, held),
  end: () => editor().gesture.end(),
})

function thumbnailOf(scene: Scene, { width, height }: { width: number; height: number }): string | null {
  const picture = scene.toCanvas({ scale: Math.min(1, THUMBNAIL_PX / Math.max(width, height)) })
  for (const quality of [0.8, 0.6, 0.4, 0.2]) {
    const url = picture.toDataURL('image/jpeg', quality)
    if (url.startsWith('data:image/jpeg') && url.length <= MOST_THUMBNAIL) return url
  }
  return null
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no canvas')
  return context
}

function sizeCanvas(canvas: HTMLCanvasElement, width: number, height: number, ratio: number): void {
  canvas.width = Math.round(width * ratio)
  canvas.height = Math.round(height * ratio)
  canvas.style.width = `${width}px`
  canvas.style.height = `${height}px`
}
