import type { ControlState } from '../../../core/canvas/control-state.ts'
import type { Look } from '../controls/define-control.ts'
import { createScene, type Scene, type SceneControl, type ScenePage, type SceneView } from '../scene/index.ts'
import { followPointers, type PointerTargets } from './stage-pointers.ts'
import { StageView } from './stage-view.ts'
import { type ZoomMode, zoomedAt } from './view-fit.ts'

interface StageParts extends PointerTargets {
  /** Positioned, and as large as the screen may be. */
  host: HTMLElement
  /** Over the canvas: moved and scaled as it is. */
  layer: HTMLElement
  controls: readonly SceneControl[]
  page: ScenePage
  look: Look
  now: () => number
  zoom: ZoomMode
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

/** A scene that is looked at and worked with: fitted to its place, moved, zoomed, pressed. */
export function openStage(parts: StageParts): Stage {
  const { host, layer, page } = parts
  const scene = createScene({ look: parts.look, now: parts.now, onPainterError: parts.onPainterError })
  const view = new StageView({ host, layer, page, zoom: parts.zoom, onShow: (next) => scene.setView(next) })

  scene.setControls(parts.controls, page)
  scene.attach(host)
  view.refit()
  const sizes = new ResizeObserver(view.refit)
  sizes.observe(host)
  const stopPointers = followPointers(host, scene, view, parts)

  return {
    scene,
    update: (states) => scene.update(states),
    setLook: (look) => scene.setLook(look),
    setZoom: (mode) => view.setMode(mode),
    zoomBy(factor) {
      const { width, height } = view.place()
      view.show(zoomedAt(view.now, factor, { x: width / 2, y: height / 2 }))
    },
    view: () => view.now,
    dispose() {
      stopPointers()
      sizes.disconnect()
      scene.dispose()
    },
  }
}
