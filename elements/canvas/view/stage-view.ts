import type { ScenePage, SceneView } from '../scene/index.ts'
import { viewOf, within, type ZoomMode } from './view-fit.ts'

export interface StageViewParts {
  host: HTMLElement
  /** Moved and scaled as the canvas is. */
  layer: HTMLElement
  page: ScenePage
  zoom: ZoomMode
  onShow: (view: SceneView) => void
}

/** What of a page is seen, and how large: fitted to its place until somebody moves or zooms it. */
export class StageView {
  readonly #parts: StageViewParts
  #mode: ZoomMode
  #isOwn = false
  now: SceneView = { zoom: 1, x: 0, y: 0 }

  constructor(parts: StageViewParts) {
    this.#parts = parts
    this.#mode = parts.zoom
  }

  place(): { width: number; height: number } {
    const { host } = this.#parts
    return { width: host.clientWidth, height: host.clientHeight }
  }

  isOverflowing(): boolean {
    const { page } = this.#parts
    const { width, height } = this.place()
    return page.width * this.now.zoom > width + 1 || page.height * this.now.zoom > height + 1
  }

  /** As somebody wants it, within the page. */
  show(next: SceneView): void {
    this.#isOwn = true
    this.#show(within(next, this.#parts.page, this.place()))
  }

  setMode(mode: ZoomMode): void {
    this.#mode = mode
    this.#isOwn = false
    this.refit()
  }

  refit = (): void => {
    const { page } = this.#parts
    if (this.place().width > 0)
      this.#show(this.#isOwn ? within(this.now, page, this.place()) : viewOf(this.#mode, page, this.place()))
  }

  #show(next: SceneView): void {
    const { host, layer, onShow } = this.#parts
    this.now = next
    onShow(next)
    layer.style.transform = `scale(${next.zoom}) translate(${-next.x}px, ${-next.y}px)`
    // A screen that is seen whole lets a finger move the page around it.
    host.style.touchAction = this.isOverflowing() ? 'none' : 'pan-x pan-y'
  }
}
