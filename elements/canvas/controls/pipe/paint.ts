import { LIMITS } from '../../../../core/catalogue/limits.ts'
import type { Corners } from '../../../kinds/property-schema.ts'
import type { Look, Painting } from '../define-control.ts'
import { cornersPath, wayOut } from '../painting/corners.ts'
import { lightOf, shadowOf, textOn } from '../painting/shade.ts'
import { isNone, setSolid } from '../painting/shape.ts'
import { numberOf, truthOf } from '../painting/value-text.ts'
import type { PipeProps } from './props.ts'

/** How far a flange stands out beside the pipe. */
export const flangeReach = (thickness: number): number => Math.max(2, thickness * 0.22)

/** 1 from start to end, -1 the other way, 0 for none. */
export function flowOf({ flow, isReversed }: Pick<PipeProps, 'flow' | 'isReversed'>): number {
  if (!truthOf(flow)) return 0
  const way = (numberOf(flow) ?? 1) < 0 ? -1 : 1
  return isReversed ? -way : way
}

export function paint(painting: Painting<PipeProps>): void {
  const { context, props, width, height, look } = painting
  const { corners, thickness, radius } = props
  if (corners.length < 2) return
  const isColoured = props.wall === 'auto' ? look.style === 'coloured' : props.wall === 'coloured'
  context.lineJoin = 'round'
  context.lineCap = 'butt'
  cornersPath(context, corners, width, height, Math.max(radius, thickness / 2))
  paintWall(context, look, props, isColoured)
  const way = flowOf(props)
  if (way !== 0) paintFlow(painting, way, isColoured)
  paintEnd(context, look, props, width, height, true)
  paintEnd(context, look, props, width, height, false)
  context.lineJoin = 'miter'
}

/** The current path as a wall with its content; coloured pipes look round, by a shadow and a highlight. */
function paintWall(
  context: CanvasRenderingContext2D,
  look: Look,
  { thickness, color }: PipeProps,
  isColoured: boolean,
) {
  const wall = Math.min(thickness * 0.3, Math.max(1, thickness * 0.1))
  if (!isColoured) {
    strokeAs(context, look.token('line-strong'), thickness)
    strokeAs(context, isNone(color) ? look.token('surface-1') : look.colour(color), thickness - wall * 2)
    return
  }
  const body = isNone(color) ? look.token('series-1') : look.colour(color)
  strokeAs(context, body, thickness)
  context.globalAlpha *= 0.3
  strokeAs(context, shadowOf(look), thickness)
  context.globalAlpha /= 0.3
  strokeAs(context, body, thickness - wall * 2.4)
  context.globalAlpha *= 0.28
  strokeAs(context, lightOf(look), thickness * 0.42)
  strokeAs(context, lightOf(look), thickness * 0.2)
  context.globalAlpha /= 0.28
}

function strokeAs(context: CanvasRenderingContext2D, colour: string, width: number): void {
  context.strokeStyle = colour
  context.lineWidth = width
  context.stroke()
}

function ownFlowColour(look: Look, color: string, isColoured: boolean): string {
  if (!isNone(color)) return textOn(look, look.colour(color))
  return isColoured ? lightOf(look) : look.token('text-2')
}

const dashes = new Map<number, number[]>()

/** Dashes go one dash's way a second. Where nothing moves they stand, and an arrow says which way. */
function paintFlow(
  { context, props, width, height, look, motionMs }: Painting<PipeProps>,
  way: number,
  isColoured: boolean,
) {
  const { thickness, flowColor, corners } = props
  const colour = isNone(flowColor) ? ownFlowColour(look, props.color, isColoured) : look.colour(flowColor)
  const unit = Math.max(8, thickness * 1.1)
  let dash = dashes.get(unit)
  if (!dash) {
    dash = [unit, unit]
    dashes.set(unit, dash)
  }
  context.setLineDash(dash)
  context.lineDashOffset =
    motionMs > 0 ? -way * ((motionMs % LIMITS.flowAnimationMs) / LIMITS.flowAnimationMs) * unit * 2 : 0
  strokeAs(context, colour, Math.max(1.5, thickness * 0.26))
  context.lineDashOffset = 0
  setSolid(context)
  if (motionMs <= 0) paintArrow(context, corners, width, height, thickness, way, colour)
}

/** A chevron as wide as the pipe in the middle of its longest stretch. */
function paintArrow(
  context: CanvasRenderingContext2D,
  corners: Corners,
  width: number,
  height: number,
  thickness: number,
  way: number,
  colour: string,
): void {
  let [x, y, angle, longest] = [0, 0, 0, -1]
  for (let at = 1; at < corners.length; at += 1) {
    const [from, to] = [corners[at - 1], corners[at]] as [Corners[number], Corners[number]]
    const [dx, dy] = [(to.x - from.x) * width, (to.y - from.y) * height]
    const length = Math.hypot(dx, dy)
    if (length <= longest) continue
    longest = length
    x = from.x * width + dx / 2
    y = from.y * height + dy / 2
    angle = Math.atan2(dy * way, dx * way)
  }
  const [cos, sin, r] = [Math.cos(angle), Math.sin(angle), thickness * 0.46]
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(x + cos * r * 1.1, y + sin * r * 1.1)
  context.lineTo(x - cos * r - sin * r, y - sin * r + cos * r)
  context.lineTo(x - cos * r + sin * r, y - sin * r - cos * r)
  context.closePath()
  context.fill()
}

function paintEnd(
  context: CanvasRenderingContext2D,
  look: Look,
  { corners, thickness, startEnd, endEnd }: PipeProps,
  width: number,
  height: number,
  isStart: boolean,
): void {
  const end = isStart ? startEnd : endEnd
  const corner = corners[isStart ? 0 : corners.length - 1]
  if (end === 'open' || !corner) return
  const reach = thickness / 2 + (end === 'flange' ? flangeReach(thickness) : 0)
  const long = Math.max(3, thickness * 0.28)
  context.save()
  context.translate(corner.x * width, corner.y * height)
  context.rotate(wayOut(corners, width, height, isStart))
  context.beginPath()
  if (end === 'flange') context.rect(-long, -reach, long, reach * 2)
  else context.roundRect(-long, -reach, long, reach * 2, [0, long, long, 0])
  context.fillStyle = look.token('surface-2')
  context.fill()
  strokeAs(context, look.token('line-strong'), Math.max(1, thickness * 0.08))
  context.restore()
}
