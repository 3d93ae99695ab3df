import type { DevState } from '../../../core/contract/device.ts'
import { isMoving, type MapMark } from './clusters.ts'
import type { MapLook } from './draw-base.ts'
import { type MapView, type Pixel, type Place, projection, type Size } from './map-view.ts'

/** A mark of one device, px from its middle. */
const ONE_PX = 8
/** A finger is wider than the mark. */
const NEAR_PX = 18
/** More names than these cover each other and the map. */
const NAMES_MOST = 40

export const radiusOf = ({ count }: MapMark): number =>
  count === 1 ? ONE_PX : 13 + Math.min(9, Math.log10(count) * 3.2)

/** The mark under a px; null where there is none. */
export function markAt(marks: readonly MapMark[], [x, y]: Pixel, view: MapView, size: Size): MapMark | null {
  const project = projection(view, size)
  let [found, nearest]: [MapMark | null, number] = [null, Number.POSITIVE_INFINITY]
  for (const mark of marks) {
    const [markX, markY] = project(mark.place)
    const apart = Math.hypot(markX - x, markY - y) - Math.max(0, radiusOf(mark) - ONE_PX)
    if (apart < NEAR_PX && apart < nearest) [found, nearest] = [mark, apart]
  }
  return found
}

export interface MarksScene {
  marks: readonly MapMark[]
  /** SN of the chosen one, and of the one that is pointed at. */
  chosen: string
  hovered: string
  now: number
}

/** Devices by shape and colour of their state, several as one with their number and the worst state among them. */
export function drawMarks(
  context: CanvasRenderingContext2D,
  view: MapView,
  size: Size,
  { marks, chosen, hovered, now }: MarksScene,
  look: MapLook,
): void {
  const project = projection(view, size)
  const hasNames = marks.filter(({ count }) => count === 1).length <= NAMES_MOST
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (const mark of marks) {
    const [x, y] = project(mark.place)
    const { device, dev_state } = mark
    const colour = look.states[dev_state]
    const r = radiusOf(mark)
    if (device && isMoving(device, now)) drawHeading(context, x, y, device.heading ?? 0, colour, look)
    const isChosen = device !== null && device.sn_code === chosen
    const isHovered = device !== null && device.sn_code === hovered
    context.beginPath()
    context.arc(x, y, r, 0, Math.PI * 2)
    // Of many one alone may be faulty: their ring and badge say so, and the map stays calm.
    context.fillStyle = device && dev_state === 3 ? colour : look.plate
    context.fill()
    context.lineWidth = device ? 2 : 2.5
    context.strokeStyle = colour
    context.setLineDash(dev_state === 2 ? [4, 3] : [])
    context.stroke()
    context.setLineDash([])
    if (isChosen || isHovered) {
      context.beginPath()
      context.arc(x, y, r + 4, 0, Math.PI * 2)
      context.strokeStyle = look.accent
      context.stroke()
    }
    if (device) drawSign(context, x, y, dev_state, dev_state === 3 ? look.onState : colour)
    else {
      context.font = `600 12px ${look.font}`
      context.fillStyle = look.mark
      context.fillText(short(mark.count), x, y + 0.5)
      drawBadge(context, x + r * 0.75, y - r * 0.75, dev_state, colour, look)
    }
    if (device && (hasNames || isChosen || isHovered)) drawName(context, device.dev_alias, x, y + r + 10, look)
  }
}

const short = (count: number) => (count < 1000 ? String(count) : `${(count / 1000).toFixed(count < 9950 ? 1 : 0)}k`)

/** Circle, ring, cross or question mark: a state is never a colour alone. */
function drawSign(context: CanvasRenderingContext2D, x: number, y: number, dev_state: DevState, colour: string): void {
  context.fillStyle = context.strokeStyle = colour
  context.beginPath()
  if (dev_state === 1) {
    context.arc(x, y, 3.5, 0, Math.PI * 2)
    context.fill()
  } else if (dev_state === 4) {
    context.font = '700 11px sans-serif'
    context.fillText('?', x, y + 0.5)
  } else if (dev_state === 3) {
    context.moveTo(x - 3, y - 3)
    context.lineTo(x + 3, y + 3)
    context.moveTo(x + 3, y - 3)
    context.lineTo(x - 3, y + 3)
    context.stroke()
  }
}

/** The worst state of several, where it is not that all is well. */
function drawBadge(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  dev_state: DevState,
  colour: string,
  look: MapLook,
): void {
  if (dev_state !== 3) return
  context.beginPath()
  context.arc(x, y, 7, 0, Math.PI * 2)
  context.fillStyle = colour
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = look.plate
  context.stroke()
  drawSign(context, x, y, dev_state, look.onState)
}

/** Where it goes, out of its mark. */
function drawHeading(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  heading: number,
  colour: string,
  look: MapLook,
): void {
  context.save()
  context.translate(x, y)
  context.rotate((heading * Math.PI) / 180)
  context.beginPath()
  context.moveTo(0, -ONE_PX - 9)
  context.lineTo(6, -ONE_PX + 1)
  context.lineTo(-6, -ONE_PX + 1)
  context.closePath()
  context.fillStyle = colour
  context.fill()
  context.lineWidth = 1
  context.strokeStyle = look.plate
  context.stroke()
  context.restore()
}

export function drawName(context: CanvasRenderingContext2D, name: string, x: number, y: number, look: MapLook): void {
  context.font = `12px ${look.font}`
  context.lineJoin = 'round'
  context.lineWidth = 3
  context.strokeStyle = look.plate
  context.strokeText(name, x, y)
  context.fillStyle = look.mark
  context.fillText(name, x, y)
}

/** The pin of a device that is being placed. */
export function drawPin(
  context: CanvasRenderingContext2D,
  place: Place,
  view: MapView,
  size: Size,
  look: MapLook,
): void {
  const [x, y] = projection(view, size)(place)
  context.beginPath()
  context.arc(x, y - 18, 9, Math.PI * 0.85, Math.PI * 2.15)
  context.lineTo(x, y)
  context.closePath()
  context.fillStyle = look.accent
  context.fill()
  context.lineWidth = 1.5
  context.strokeStyle = look.plate
  context.stroke()
  context.beginPath()
  context.arc(x, y - 18, 3, 0, Math.PI * 2)
  context.fillStyle = look.plate
  context.fill()
}
