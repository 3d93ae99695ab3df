import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { Box, Spot } from '../../../core/canvas/geometry.ts'
import type { Look, Size } from '../controls/define-control.ts'
import type { Entry, SceneControl } from './entry.ts'
import { Frames } from './frames.ts'
import { Motion } from './motion.ts'
import { NotedLook } from './noted-look.ts'
import { contextOf, PageBackground, type ScenePage, whole } from './page-background.ts'
import { paintPicture } from './picture.ts'
import { cut, type PixelBox, roundOut } from './pixel-box.ts'
import { Registry } from './registry.ts'
import { type Place, Renderer } from './renderer.ts'
import { Repaint } from './repaint.ts'
import { layCanvas } from './surface.ts'

/** What is seen: px of the host a px of the document, and the document's spot at the host's left upper corner. */
export interface SceneView extends Spot {
  readonly zoom: number
}

export interface SceneOptions {
  readonly look: Look
  /** Role of the colour around the page. */
  readonly surround?: string
  /** Controls are seen beyond the page's edge too: an editor wants to. */
  readonly showsBeyondPage?: boolean
  /** Epoch ms of the time that the screen shows; now by default. */
  readonly now?: () => number
  /** A painter threw: called once a kind. Its control is a placeholder until its state changes; the others go on. */
  readonly onPainterError?: (control_id: string, kind: string, error: unknown) => void
}

/** Since the scene was made. */
export interface SceneStats {
  /** Frames in which something was painted. */
  readonly frames: number
  /** Controls painted, and times that all were. */
  readonly painted: number
  readonly wholes: number
  /** Of the last frame, script alone. */
  readonly frameMs: number
  /** What still has to be painted; 0 when all that is known is seen. */
  readonly waiting: number
  /** Controls that a frame may paint at present. */
  readonly budget: number
  readonly inGround: number
  readonly isHeld: boolean
}

/** Controls on one canvas. It paints what changes, in the next frame that has room for it. */
export interface Scene {
  /** Lays the canvas into a host, which has to be positioned. Seen from then on; a scene that is not attached can make pictures. */
  attach(host: HTMLElement): void
  /** All controls, in painting order. Those that were there before, of the same definition, are taken over. */
  setControls(controls: readonly SceneControl[], page: ScenePage): void
  /** New states of some. The same object as before is no change. */
  update(states: ReadonlyMap<string, ControlState>): void
  setView(view: SceneView): void
  /** Other colours, another language: everything is painted again. */
  setLook(look: Look): void
  /** A picture that `look.picture` did not have has come, or is missing. */
  pictureCame(address: string): void
  /** The one that a pointer holds down. */
  setPressed(control_id: string | null): void
  /** The topmost visible control at a spot of the document; of those that `accepts` takes. */
  hit(x: number, y: number, accepts?: (control_id: string) => boolean): string | null
  /** Those that a box of the document touches, in painting order; with `isWhole` those that are all inside it. */
  controlsIn(box: Box, isWhole?: boolean): string[]
  /** The page as a picture, without motion: `scale` px of it a px of the document. */
  toCanvas(options: { readonly scale: number }): HTMLCanvasElement
  repaintAll(): void
  /** Paints all that waits now, for what cannot wait for a frame: a picture, a print. */
  paintNow(): void
  stats(): SceneStats
  dispose(): void
}

/** While a person zooms through thousands of controls, what was painted last is stretched; then they are painted. */
const ZOOM_RESTS_MS = 120

export function createScene(options: SceneOptions): Scene {
  const surround = options.surround ?? 'surface-0'
  const shownTime = options.now ?? Date.now
  const registry = new Registry()
  const motion = new Motion(shownTime)
  const reported = new Set<string>()
  /** Of the background, found while it is being painted. */
  const failed = new Set<Entry>()
  const canvas = document.createElement('canvas')
  let look = new NotedLook<Entry | 'page'>(options.look)
  const fail = (entry: Entry, error: unknown) => {
    if (entry.isInGround) failed.add(entry)
    else repaint.mark(entry, 'all')
    const { kind } = entry.definition
    if (reported.has(kind)) return
    reported.add(kind)
    options.onPainterError?.(entry.control_id, kind, error)
  }
  const renderer = new Renderer(contextOf(canvas), look, fail)
  const background = new PageBackground(document, registry, look, surround, fail)
  const repaint = new Repaint(renderer, background, registry)
  let view: SceneView = { zoom: 1, x: 0, y: 0 }
  let size: Size = { width: 0, height: 0 }
  let ratio = 1
  let isAllWanted = true
  let isMoved = false
  let zoomedAt = Number.NEGATIVE_INFINITY
  let pressed: string | null = null
  let takeOff: (() => void) | null = null
  let frames: Frames | null = null
  let frameCount = 0
  let frameMs = 0

  const want = () => frames?.want()
  const wantAll = () => {
    isAllWanted = true
    want()
  }
  const placeNow = (): Place => {
    const scale = view.zoom * ratio
    return { scale, left: Math.round(-view.x * scale) + 0, top: Math.round(-view.y * scale) + 0 }
  }
  const areaAt = (place: Place): PixelBox => {
    const canvasBox = whole(size, place)
    if (options.showsBeyondPage) return canvasBox
    const { width, height } = background.page
    return cut(canvasBox, roundOut({ x: 0, y: 0, width, height }, place.scale))
  }

  /** A control of the background changes: it leaves it, and so do those above it. */
  const leaveGround = (entry: Entry) => {
    if (!entry.isInGround) return
    entry.isInGround = false
    registry.forgetAround(entry)
    if (!isAllWanted && entry.box) background.paint(entry.box)
    repaint.mark(entry, 'all')
    for (const above of registry.groundAbove(entry)) leaveGround(above)
  }
  const change = (entry: Entry, state: ControlState) => {
    const before = entry.bounds
    // It is removed from the background where it stood, before it moves.
    if (entry.isInGround && entry.state !== state) leaveGround(entry)
    const dirt = registry.change(entry, state)
    if (dirt === 'nothing') return
    motion.update(entry)
    repaint.mark(entry, dirt)
    if (entry.bounds !== before) for (const above of registry.groundAbove(entry)) leaveGround(above)
  }

  const clearFailed = () => {
    for (const entry of failed) leaveGround(entry)
    failed.clear()
  }

  const paint = (now: number, isEverything: boolean) => {
    if (size.width === 0 || size.height === 0) return
    const beganAt = performance.now()
    clearFailed()
    const place = placeNow()
    const area = areaAt(place)
    renderer.page = background.page
    const isZoomed = place.scale !== registry.scale
    const restMs = zoomedAt + ZOOM_RESTS_MS - beganAt
    if (isZoomed && !isAllWanted && !isEverything && repaint.isSlow && restMs > 0) {
      repaint.stretch(size, place)
      frames?.wantIn(restMs)
      return
    }
    if (isAllWanted || isZoomed) {
      isAllWanted = isMoved = false
      if (isZoomed) registry.rescale(place.scale)
      repaint.all(size, place, area)
    } else if (isMoved) {
      isMoved = false
      repaint.move(size, place, area)
    }
    let waitMs = Number.POSITIVE_INFINITY
    if (!isEverything) {
      repaint.budget.begin(now)
      waitMs = motion.tick(now, area, (entry) => repaint.mark(entry, 'all'))
    }
    let units = repaint.waiting > 0 ? repaint.flush(isEverything) : 0
    // Painters that failed in it have a placeholder now; marks of theirs cannot fail.
    while (isEverything && repaint.waiting + failed.size > 0) {
      clearFailed()
      units += repaint.flush(true)
    }
    if (repaint.waiting === 0) repaint.budget.expect(0)
    frameCount += 1
    frameMs = performance.now() - beganAt
    const isUnfinished = repaint.waiting > 0 || failed.size > 0
    if (repaint.budget.end(units, isUnfinished) || isUnfinished) want()
    else if (waitMs < Number.POSITIVE_INFINITY) frames?.wantIn(waitMs)
  }

  return {
    attach(host) {
      takeOff?.()
      frames?.dispose()
      const page = host.ownerDocument.defaultView ?? window
      const held = new Frames(page, (now) => paint(now, false))
      frames = held
      takeOff = layCanvas(canvas, host, {
        resized(newSize, newRatio) {
          if (size.width === newSize.width && size.height === newSize.height && ratio === newRatio) return
          size = newSize
          ratio = newRatio
          canvas.width = size.width
          canvas.height = size.height
          isAllWanted = true
          // In the same frame: a canvas that has been resized is blank until it is painted.
          if (!held.isHeld) paint(performance.now(), true)
          want()
        },
        held: (reason, isHeld) => held.hold(reason, isHeld),
        motionReduced(isReduced) {
          renderer.isMotionReduced = isReduced
          motion.reduce(isReduced, (entry) => repaint.mark(entry, 'all'))
          want()
        },
        lost: wantAll,
      })
      wantAll()
    },
    setControls(controls, page) {
      const isOtherPage = JSON.stringify(page) !== JSON.stringify(background.page)
      background.page = page
      const { added, removed, isReordered } = registry.set(controls, page)
      for (const entry of removed) {
        motion.forget(entry)
        repaint.clear(entry)
      }
      const grounded = new Set(registry.entries.filter(({ isInGround }) => isInGround))
      let isOtherGround = removed.some(({ isInGround }) => isInGround)
      registry.entries.forEach((entry, index) => {
        const dirt = registry.change(entry, (controls[index] as SceneControl).state)
        entry.isPressed = entry.control_id === pressed
        if (dirt === 'nothing') return
        isOtherGround ||= entry.isInGround
        motion.update(entry)
        repaint.mark(entry, dirt)
      })
      for (const entry of added) {
        motion.update(entry)
        repaint.mark(entry, 'all')
      }
      background.settle()
      isOtherGround ||= registry.entries.some((entry) => entry.isInGround !== grounded.has(entry))
      if (isOtherPage || isReordered || isOtherGround) isAllWanted = true
      want()
    },
    update(states) {
      for (const [control_id, state] of states) {
        const entry = registry.get(control_id)
        if (entry && entry.state !== state) change(entry, state)
      }
      repaint.budget.expect(repaint.waiting)
      if (repaint.waiting > 0) want()
    },
    setView(next) {
      if (next.zoom !== view.zoom) zoomedAt = performance.now()
      view = next
      isMoved = true
      want()
    },
    setLook(next) {
      look = new NotedLook(next)
      renderer.look = background.look = look
      for (const entry of registry.entries) {
        entry.hasFailed = false
        // How far something reaches may depend on its texts.
        registry.place(entry)
      }
      wantAll()
    },
    pictureCame(address) {
      for (const asker of look.whoWaits(address)) {
        if (asker === 'page') isAllWanted = true
        else if (registry.get(asker.control_id) === asker) {
          if (asker.isInGround && asker.box && !isAllWanted) background.paint(asker.box)
          repaint.mark(asker, 'all')
        }
      }
      want()
    },
    setPressed(control_id) {
      if (control_id === pressed) return
      for (const id of [pressed, control_id]) {
        const entry = id === null ? undefined : registry.get(id)
        if (!entry) continue
        leaveGround(entry)
        entry.isPressed = id === control_id
        repaint.mark(entry, 'all')
      }
      pressed = control_id
      want()
    },
    hit: (x, y, accepts) => registry.hit(x, y, accepts),
    controlsIn: (box, isWhole = false) => registry.controlsIn(box, isWhole),
    toCanvas: ({ scale }) => paintPicture(registry.entries, background.page, look, surround, scale, shownTime()),
    repaintAll() {
      background.settle()
      wantAll()
    },
    paintNow: () => paint(performance.now(), true),
    stats: () => ({
      frames: frameCount,
      painted: repaint.painted,
      wholes: repaint.wholes,
      frameMs,
      waiting: repaint.waiting + (isAllWanted || isMoved ? 1 : 0) + failed.size,
      budget: repaint.budget.most,
      inGround: registry.entries.filter(({ isInGround }) => isInGround).length,
      isHeld: frames?.isHeld ?? true,
    }),
    dispose() {
      takeOff?.()
      frames?.dispose()
      takeOff = frames = null
      background.dispose()
      repaint.dispose()
      canvas.width = canvas.height = 0
      size = { width: 0, height: 0 }
    },
  }
}
