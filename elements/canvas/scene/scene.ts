import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { Box } from '../../../core/canvas/geometry.ts'
import type { Look } from '../controls/define-control.ts'
import { ControlChanges } from './control-changes.ts'
import type { Entry, SceneControl } from './entry.ts'
import { FramePainter, type SceneView } from './frame-painter.ts'
import { Frames } from './frames.ts'
import { Ground } from './ground.ts'
import { Motion } from './motion.ts'
import { NotedLook } from './noted-look.ts'
import { contextOf, PageBackground, type ScenePage } from './page-background.ts'
import { paintPicture } from './picture.ts'
import { Registry } from './registry.ts'
import { Renderer } from './renderer.ts'
import { Repaint } from './repaint.ts'
import { layCanvas } from './surface.ts'

export type { SceneView }

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

export function createScene(options: SceneOptions): Scene {
  const surround = options.surround ?? 'surface-0'
  const shownTime = options.now ?? Date.now
  const registry = new Registry()
  const motion = new Motion(shownTime)
  const reported = new Set<string>()
  const canvas = document.createElement('canvas')
  let look = new NotedLook<Entry | 'page'>(options.look)
  const fail = (entry: Entry, error: unknown) => {
    if (entry.isInGround) ground.failed.add(entry)
    else repaint.mark(entry, 'all')
    const { kind } = entry.definition
    if (reported.has(kind)) return
    reported.add(kind)
    options.onPainterError?.(entry.control_id, kind, error)
  }
  const renderer = new Renderer(contextOf(canvas), look, fail)
  const background = new PageBackground(document, registry, look, surround, fail)
  const repaint = new Repaint(renderer, background, registry)
  const ground = new Ground(registry, background, repaint, () => painter.isAllWanted)
  const parts = { registry, motion, renderer, background, repaint, ground }
  const painter = new FramePainter({ ...parts, showsBeyondPage: options.showsBeyondPage ?? false })
  const changes = new ControlChanges(parts, painter)
  const { want, wantAll } = painter
  let takeOff: (() => void) | null = null

  return {
    attach(host) {
      takeOff?.()
      painter.frames?.dispose()
      const page = host.ownerDocument.defaultView ?? window
      const held = new Frames(page, (now) => painter.paint(now, false))
      painter.frames = held
      takeOff = layCanvas(canvas, host, {
        resized(newSize, newRatio) {
          const { size, ratio } = painter
          if (size.width === newSize.width && size.height === newSize.height && ratio === newRatio) return
          painter.size = newSize
          painter.ratio = newRatio
          canvas.width = newSize.width
          canvas.height = newSize.height
          painter.isAllWanted = true
          // In the same frame: a canvas that has been resized is blank until it is painted.
          if (!held.isHeld) painter.paint(performance.now(), true)
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
    setControls: (controls, page) => changes.set(controls, page),
    update(states) {
      for (const [control_id, state] of states) {
        const entry = registry.get(control_id)
        if (entry && entry.state !== state) changes.change(entry, state)
      }
      repaint.budget.expect(repaint.waiting)
      if (repaint.waiting > 0) want()
    },
    setView(next) {
      if (next.zoom !== painter.view.zoom) painter.zoomedAt = performance.now()
      painter.view = next
      painter.isMoved = true
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
        if (asker === 'page') painter.isAllWanted = true
        else if (registry.get(asker.control_id) === asker) {
          if (asker.isInGround && asker.box && !painter.isAllWanted) background.paint(asker.box)
          repaint.mark(asker, 'all')
        }
      }
      want()
    },
    setPressed: (control_id) => changes.press(control_id),
    hit: (x, y, accepts) => registry.hit(x, y, accepts),
    controlsIn: (box, isWhole = false) => registry.controlsIn(box, isWhole),
    toCanvas: ({ scale }) => paintPicture(registry.entries, background.page, look, surround, scale, shownTime()),
    repaintAll() {
      background.settle()
      wantAll()
    },
    paintNow: () => painter.paint(performance.now(), true),
    stats: () => ({
      frames: painter.frameCount,
      painted: repaint.painted,
      wholes: repaint.wholes,
      frameMs: painter.frameMs,
      waiting: repaint.waiting + (painter.isAllWanted || painter.isMoved ? 1 : 0) + ground.failed.size,
      budget: repaint.budget.most,
      inGround: registry.entries.filter(({ isInGround }) => isInGround).length,
      isHeld: painter.frames?.isHeld ?? true,
    }),
    dispose() {
      takeOff?.()
      painter.frames?.dispose()
      takeOff = painter.frames = null
      background.dispose()
      repaint.dispose()
      canvas.width = canvas.height = 0
      painter.size = { width: 0, height: 0 }
    },
  }
}
