import type { View } from './editor-api.ts'
import type { Box, Spot } from './geometry.ts'

export const ZOOM_MIN = 0.05
export const ZOOM_MAX = 16
/** px of the view left around what is fitted into it. */
const MARGIN = 40
/** The steps of zooming by keys and buttons. */
const STEPS = [0.05, 0.1, 0.15, 0.25, 0.33, 0.5, 0.67, 0.75, 1, 1.25, 1.5, 2, 3, 4, 6, 8, 12, 16]

export const toDocument = (view: View, spot: Spot): Spot => ({
  x: view.x + spot.x / view.zoom,
  y: view.y + spot.y / view.zoom,
})
export const toView = (view: View, spot: Spot): Spot => ({
  x: (spot.x - view.x) * view.zoom,
  y: (spot.y - view.y) * view.zoom,
})
/** What of the document is in sight. */
export const inSight = (view: View): Box => ({
  x: view.x,
  y: view.y,
  width: view.width / view.zoom,
  height: view.height / view.zoom,
})
export const middleOfView = (view: View): Spot => ({ x: view.width / 2, y: view.height / 2 })

const held = (zoom: number): number => (Number.isNaN(zoom) ? 1 : Math.max(ZOOM_MIN, Math.min(ZOOM_MAX, zoom)))

/** Keeps a spot of the view where it is. */
export function zoomed(view: View, zoom: number, at: Spot = middleOfView(view)): View {
  const fixed = toDocument(view, at)
  const next = held(zoom)
  return { ...view, zoom: next, x: fixed.x - at.x / next, y: fixed.y - at.y / next }
}

export const nextZoom = (zoom: number, by: 1 | -1): number =>
  (by === 1 ? STEPS.find((step) => step > zoom * 1.001) : STEPS.findLast((step) => step < zoom * 0.999)) ?? held(zoom)

/** Moves by px of the view. */
export const panned = (view: View, by: Spot): View => ({
  ...view,
  x: view.x - by.x / view.zoom,
  y: view.y - by.y / view.zoom,
})

/** Shows all of a box with room around it, at its own size at most where `most` says so. */
export function fitted(view: View, box: Box, most = ZOOM_MAX): View {
  const room = (size: number) => Math.max(1, size - 2 * MARGIN)
  const fit = Math.min(room(view.width) / Math.max(1, box.width), room(view.height) / Math.max(1, box.height), most)
  return centred({ ...view, zoom: held(fit) }, box)
}

export const centred = (view: View, box: Box): View => ({
  ...view,
  x: box.x + box.width / 2 - view.width / view.zoom / 2,
  y: box.y + box.height / 2 - view.height / view.zoom / 2,
})
