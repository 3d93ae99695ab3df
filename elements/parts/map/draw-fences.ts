import type { Corner, FenceShape } from '../../../core/rules/geofence.ts'
import type { MapLook } from './draw-base.ts'
import { drawName } from './draw-marks.ts'
import { placeOf, rimOf, ringOf } from './fence-shape.ts'
import { type MapView, type Pixel, type Place, projection, type Size } from './map-view.ts'

/** What a pointer takes hold of of a fence that is being drawn. */
export type Handle = { is: 'corner' | 'edge'; index: number } | { is: 'rim' }

const HANDLE_PX = 6
const NEAR_PX = 16

/** Where the handles of a fence are: its corners, the middles of its edges, the rim of a circle. */
function handlesOf({ corners, radius_m }: FenceShape, project: (place: Place) => Pixel): [Handle, Pixel][] {
  const at = corners.map((corner) => project(placeOf(corner)))
  const found = at.map((pixel, index): [Handle, Pixel] => [{ is: 'corner', index }, pixel])
  if (radius_m !== null) {
    const [centre] = corners
    return centre ? [...found, [{ is: 'rim' }, project(rimOf(centre, radius_m))]] : found
  }
  const edges = at.length < 2 ? [] : at
  const middles = edges.map(([x, y], index): [Handle, Pixel] => {
    const [nextX, nextY] = at[(index + 1) % at.length] as Pixel
    return [{ is: 'edge', index }, [(x + nextX) / 2, (y + nextY) / 2]]
  })
  return [...found, ...middles]
}

/** The handle under a px; null where there is none. Corners come before the middles between them. */
export function handleAt(shape: FenceShape, [x, y]: Pixel, view: MapView, size: Size): Handle | null {
  const near = handlesOf(shape, projection(view, size)).filter(([, at]) => Math.hypot(at[0] - x, at[1] - y) < NEAR_PX)
  return near[0]?.[0] ?? null
}

export interface FencesScene {
  fences: readonly (FenceShape & { fence_id: number; fence_name: string })[]
  /** One that is pointed at. */
  hovered: number | null
  /** The one that is being drawn, in the place of `drawnId`. */
  drawn: FenceShape | null
  drawnId: number | null
}

/** Areas under the devices: light, so that marks and names stay legible. */
export function drawFences(
  context: CanvasRenderingContext2D,
  view: MapView,
  size: Size,
  { fences, hovered, drawn, drawnId }: FencesScene,
  look: MapLook,
): void {
  const project = projection(view, size)
  const trace = (shape: FenceShape) => {
    context.beginPath()
    for (const place of ringOf(shape)) context.lineTo(...project(place))
    context.closePath()
  }
  const fill = (shape: FenceShape, isStrong: boolean) => {
    trace(shape)
    context.fillStyle = context.strokeStyle = look.accent
    context.globalAlpha = isStrong ? 0.22 : 0.1
    context.fill()
    context.globalAlpha = isStrong ? 1 : 0.75
    context.lineWidth = isStrong ? 2 : 1.5
    context.stroke()
    context.globalAlpha = 1
  }
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const fence of fences) {
    if (fence.fence_id === drawnId) continue
    fill(fence, fence.fence_id === hovered)
    const ring = ringOf(fence).map(project)
    const [xs, ys] = [ring.map(([x]) => x), ring.map(([, y]) => y)]
    const [left, right, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys)]
    if (right - left > 24) drawName(context, fence.fence_name, (left + right) / 2, top - 8, look)
  }
  if (!drawn) return
  fill(drawn, true)
  for (const [handle, [x, y]] of handlesOf(drawn, project)) {
    const r = handle.is === 'edge' ? HANDLE_PX - 2 : HANDLE_PX
    context.beginPath()
    context.arc(x, y, r, 0, Math.PI * 2)
    context.fillStyle = handle.is === 'edge' ? look.plate : look.accent
    context.fill()
    context.lineWidth = 1.5
    context.strokeStyle = handle.is === 'edge' ? look.accent : look.plate
    context.stroke()
  }
  drawCross(context, [size.width / 2, size.height / 2], look)
}

/** The middle of the view, where Enter sets a point. */
function drawCross(context: CanvasRenderingContext2D, [x, y]: Pixel, look: MapLook): void {
  context.beginPath()
  context.moveTo(x - 9, y)
  context.lineTo(x + 9, y)
  context.moveTo(x, y - 9)
  context.lineTo(x, y + 9)
  context.lineWidth = 1
  context.strokeStyle = look.mark
  context.stroke()
}

/** A fence with one of its handles elsewhere; `corner` is where. */
export function dragged(shape: FenceShape, handle: Handle, corner: Corner, metres: number): FenceShape {
  if (handle.is === 'rim') return { ...shape, radius_m: metres }
  return { ...shape, corners: shape.corners.toSpliced(handle.index, 1, corner) }
}
