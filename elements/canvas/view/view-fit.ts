import type { SceneView } from '../scene/index.ts'

export type ZoomMode = 'fit' | 'fill' | 'actual'

interface Extent {
  readonly width: number
  readonly height: number
}

/** px of the view a px of the document. */
export const ZOOM_LEAST = 0.05
export const ZOOM_MOST = 16

/** A whole page at the top of its place, a page that leaves nothing of its place empty, or one at its own size. */
export function viewOf(mode: ZoomMode, page: Extent, place: Extent): SceneView {
  const across = place.width / page.width
  const down = place.height / page.height
  const zoom = mode === 'actual' ? 1 : mode === 'fit' ? Math.min(across, down) : Math.max(across, down)
  return within({ zoom: Math.min(ZOOM_MOST, Math.max(ZOOM_LEAST, zoom || 1)), x: 0, y: 0 }, page, place)
}

/**
 * The nearest view that shows no more emptiness than it must: a page that is narrower than its place stands in the middle, one
 * that is lower at the top, where its bar is and people begin to read.
 */
export function within({ zoom, x, y }: SceneView, page: Extent, place: Extent): SceneView {
  const [across, down] = [place.width / zoom, place.height / zoom]
  const held = (at: number, length: number, seen: number) => Math.min(Math.max(0, length - seen), Math.max(0, at))
  return {
    zoom,
    x: across >= page.width ? (page.width - across) / 2 : held(x, page.width, across),
    y: held(y, page.height, down),
  }
}

/** Nearer or further, with the spot under the pointer (px of the view) where it is. */
export function zoomedAt(view: SceneView, factor: number, spot: { x: number; y: number }): SceneView {
  const zoom = Math.min(ZOOM_MOST, Math.max(ZOOM_LEAST, view.zoom * factor))
  return { zoom, x: view.x + spot.x / view.zoom - spot.x / zoom, y: view.y + spot.y / view.zoom - spot.y / zoom }
}
