import type { LineStyle } from '../../../kinds/property-schema.ts'
import type { Look } from '../define-control.ts'

const NO_DASH: number[] = []
const dashes = new Map<number, number[]>()

/** Also what a binding brings that is no colour. */
export const isNone = (colour: unknown): boolean =>
  typeof colour !== 'string' || colour === '' || colour === 'none' || colour === 'transparent'

/** The dash of a style for a width of line; the same array each time. */
function dashOf(style: LineStyle, width: number): number[] {
  if (style === 'solid') return NO_DASH
  const key = style === 'dashed' ? width : -width
  const known = dashes.get(key)
  if (known) return known
  const unit = Math.max(1, width)
  const made = style === 'dashed' ? [unit * 4, unit * 2.5] : [0.01, unit * 2]
  dashes.set(key, made)
  return made
}

/** Sets width, colour, dash and ends of the lines that follow. Each painter that dashes ends with `setSolid`. */
export function setLine(context: CanvasRenderingContext2D, colour: string, width: number, style: LineStyle = 'solid') {
  context.strokeStyle = colour
  context.lineWidth = width
  context.lineCap = style === 'dotted' ? 'round' : 'butt'
  context.setLineDash(dashOf(style, width))
}

export function setSolid(context: CanvasRenderingContext2D): void {
  context.setLineDash(NO_DASH)
  context.lineCap = 'butt'
}

/** Begins a path: a box with round corners, no rounder than its smaller side allows. */
export function roundedBox(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  radius: number,
): void {
  context.beginPath()
  if (width <= 0 || height <= 0) return
  if (radius > 0) context.roundRect(x, y, width, height, Math.min(radius, width / 2, height / 2))
  else context.rect(x, y, width, height)
}

/** Fills and outlines the current path with colours of the document. */
export function fillAndStroke(
  context: CanvasRenderingContext2D,
  look: Look,
  fill: string,
  stroke: string,
  strokeWidth: number,
  style: LineStyle = 'solid',
): void {
  if (!isNone(fill)) {
    context.fillStyle = look.colour(fill)
    context.fill()
  }
  if (strokeWidth > 0 && !isNone(stroke)) {
    setLine(context, look.colour(stroke), strokeWidth, style)
    context.stroke()
    if (style !== 'solid') setSolid(context)
  }
}

/**
 * A box whose outline stays within it: what a rectangle, a button and a field begin with. Fully painted within its own
 * bounds, so that it needs no ink.
 */
export function paintBox(
  context: CanvasRenderingContext2D,
  look: Look,
  width: number,
  height: number,
  radius: number,
  fill: string,
  stroke: string,
  strokeWidth: number,
  style: LineStyle = 'solid',
): void {
  const isStroked = strokeWidth > 0 && !isNone(stroke)
  const inset = isStroked ? Math.min(strokeWidth, width, height) / 2 : 0
  roundedBox(context, inset, inset, width - inset * 2, height - inset * 2, radius - inset)
  fillAndStroke(context, look, fill, stroke, isStroked ? inset * 2 : 0, style)
}

/** The shapes that distinguish states and alarm levels without colour. */
export type Shape = 'circle' | 'square' | 'triangle' | 'diamond' | 'octagon'

/** Begins the path of a shape about its middle; `r` is how far it reaches. */
export function shapePath(context: CanvasRenderingContext2D, shape: Shape, x: number, y: number, r: number): void {
  context.beginPath()
  if (shape === 'circle') {
    context.arc(x, y, r, 0, Math.PI * 2)
    return
  }
  if (shape === 'square') {
    context.rect(x - r * 0.88, y - r * 0.88, r * 1.76, r * 1.76)
    return
  }
  if (shape === 'triangle') {
    context.moveTo(x, y - r * 0.94)
    context.lineTo(x + r, y + r * 0.8)
    context.lineTo(x - r, y + r * 0.8)
  } else if (shape === 'diamond') {
    context.moveTo(x, y - r)
    context.lineTo(x + r, y)
    context.lineTo(x, y + r)
    context.lineTo(x - r, y)
  } else {
    const half = r * 0.41
    context.moveTo(x - half, y - r)
    context.lineTo(x + half, y - r)
    context.lineTo(x + r, y - half)
    context.lineTo(x + r, y + half)
    context.lineTo(x + half, y + r)
    context.lineTo(x - half, y + r)
    context.lineTo(x - r, y + half)
    context.lineTo(x - r, y - half)
  }
  context.closePath()
}
