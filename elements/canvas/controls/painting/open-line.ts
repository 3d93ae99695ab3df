import {
  Colour,
  type Corners,
  type LineStyle,
  LineStyle as LineStyleSchema,
  StrokeWidth,
} from '../../../kinds/property-schema.ts'
import type { Look } from '../define-control.ts'
import { cornersPath, wayOut } from './corners.ts'
import { endReach, endTrim, LineEnd, paintEnd } from './line-ends.ts'
import { isNone, setLine, setSolid } from './shape.ts'

export const lineProps = {
  stroke: Colour,
  strokeWidth: StrokeWidth,
  lineStyle: LineStyleSchema,
  startEnd: LineEnd,
  endEnd: LineEnd,
}
export interface LineProps {
  readonly stroke: string
  readonly strokeWidth: number
  readonly lineStyle: LineStyle
  readonly startEnd: LineEnd
  readonly endEnd: LineEnd
}
export const lineDefaults: LineProps = {
  stroke: 'var(--sg-text-2)',
  strokeWidth: 2,
  lineStyle: 'solid',
  startEnd: 'none',
  endEnd: 'none',
}

export const lineInk = ({ strokeWidth, startEnd, endEnd }: LineProps): number =>
  Math.ceil(Math.max(endReach(startEnd, strokeWidth), endReach(endEnd, strokeWidth))) + 1

/** Draws a line along its corners, with its ends. */
export function paintOpenLine(
  context: CanvasRenderingContext2D,
  look: Look,
  props: LineProps,
  corners: Corners,
  width: number,
  height: number,
  radius = 0,
): void {
  const { stroke, strokeWidth, startEnd, endEnd } = props
  if (isNone(stroke) || !(strokeWidth > 0) || corners.length < 2) return
  const colour = look.colour(stroke)
  const [trimStart, trimEnd] = [endTrim(startEnd, strokeWidth), endTrim(endEnd, strokeWidth)]
  cornersPath(context, corners, width, height, radius, trimStart, trimEnd)
  setLine(context, colour, strokeWidth, props.lineStyle)
  context.lineJoin = 'round'
  context.stroke()
  setSolid(context)
  context.lineJoin = 'miter'
  if (startEnd === 'none' && endEnd === 'none') return
  context.fillStyle = colour
  const [first, last] = [corners[0], corners[corners.length - 1]] as [Corners[number], Corners[number]]
  paintEnd(context, startEnd, first.x * width, first.y * height, wayOut(corners, width, height, true), strokeWidth)
  paintEnd(context, endEnd, last.x * width, last.y * height, wayOut(corners, width, height, false), strokeWidth)
}
