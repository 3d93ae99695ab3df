import type { Spot } from '../../../core/canvas/geometry.ts'
import type { Size } from '../controls/define-control.ts'
import type { Frames } from './frames.ts'
import type { Ground } from './ground.ts'
import type { Motion } from './motion.ts'
import { type PageBackground, whole } from './page-background.ts'
import { cut, type PixelBox, roundOut } from './pixel-box.ts'
import type { Registry } from './registry.ts'
import type { Place, Renderer } from './renderer.ts'
import type { Repaint } from './repaint.ts'

/** What is seen: px of the host a px of the document, and the document's spot at the host's left upper corner. */
export interface SceneView extends Spot {
  readonly zoom: number
}

export interface FramePainterParts {
  readonly registry: Registry
  readonly motion: Motion
  readonly renderer: Renderer
  readonly background: PageBackground
  readonly repaint: Repaint
  readonly ground: Ground
  /** Controls are seen beyond the page's edge too. */
  readonly showsBeyondPage: boolean
}

/** While a person zooms through thousands of controls, what was painted last is stretched; then they are painted. */
const ZOOM_RESTS_MS = 120

/** Paints frames of a scene: all of it, what a move has brought into view, or what waits. */
export class FramePainter {
  readonly #parts: FramePainterParts
  view: SceneView = { zoom: 1, x: 0, y: 0 }
  size: Size = { width: 0, height: 0 }
  /** Pixels of the canvas a px of the host. */
  ratio = 1
  isAllWanted = true
  isMoved = false
  zoomedAt = Number.NEGATIVE_INFINITY
  /** Null while the scene is not attached. */
  frames: Frames | null = null
  frameCount = 0
  frameMs = 0

  constructor(parts: FramePainterParts) {
    this.#parts = parts
  }

  want = (): void => this.frames?.want()

  wantAll = (): void => {
    this.isAllWanted = true
    this.want()
  }

  #placeNow(): Place {
    const { view } = this
    const scale = view.zoom * this.ratio
    return { scale, left: Math.round(-view.x * scale) + 0, top: Math.round(-view.y * scale) + 0 }
  }

  #areaAt(place: Place): PixelBox {
    const { background, showsBeyondPage } = this.#parts
    const canvasBox = whole(this.size, place)
    if (showsBeyondPage) return canvasBox
    const { width, height } = background.page
    return cut(canvasBox, roundOut({ x: 0, y: 0, width, height }, place.scale))
  }

  paint(now: number, isEverything: boolean): void {
    const { registry, motion, renderer, background, repaint, ground } = this.#parts
    const { size } = this
    if (size.width === 0 || size.height === 0) return
    const beganAt = performance.now()
    ground.clearFailed()
    const place = this.#placeNow()
    const area = this.#areaAt(place)
    renderer.page = background.page
    const isZoomed = place.scale !== registry.scale
    const restMs = this.zoomedAt + ZOOM_RESTS_MS - beganAt
    if (isZoomed && !this.isAllWanted && !isEverything && repaint.isSlow && restMs > 0) {
      repaint.stretch(size, place)
      this.frames?.wantIn(restMs)
      return
    }
    if (this.isAllWanted || isZoomed) {
      this.isAllWanted = this.isMoved = false
      if (isZoomed) registry.rescale(place.scale)
      repaint.all(size, place, area)
    } else if (this.isMoved) {
      this.isMoved = false
      repaint.move(size, place, area)
    }
    let waitMs = Number.POSITIVE_INFINITY
    if (!isEverything) {
      repaint.budget.begin(now)
      waitMs = motion.tick(now, area, (entry) => repaint.mark(entry, 'all'))
    }
    let units = repaint.waiting > 0 ? repaint.flush(isEverything) : 0
    // Painters that failed in it have a placeholder now; marks of theirs cannot fail.
    while (isEverything && repaint.waiting + ground.failed.size > 0) {
      ground.clearFailed()
      units += repaint.flush(true)
    }
    if (repaint.waiting === 0) repaint.budget.expect(0)
    this.frameCount += 1
    this.frameMs = performance.now() - beganAt
    const isUnfinished = repaint.waiting > 0 || ground.failed.size > 0
    if (repaint.budget.end(units, isUnfinished) || isUnfinished) this.want()
    else if (waitMs < Number.POSITIVE_INFINITY) this.frames?.wantIn(waitMs)
  }
}
