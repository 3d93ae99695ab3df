import * as z from 'zod/mini'
import { marked } from '../../../kinds/property-schema.ts'

export const LineEnd = marked(z.enum(['none', 'arrow', 'dot', 'bar']), { group: 'look' })
export type LineEnd = z.infer<typeof LineEnd>

/** Half the width of an end, px. */
export const endReach = (end: LineEnd, strokeWidth: number): number =>
  end === 'none' ? strokeWidth / 2 : end === 'dot' ? strokeWidth * 0.75 + 2.5 : strokeWidth * 1.3 + 3.5

/** How much shorter the line is, so that it does not stick out of its arrow's tip. */
export const endTrim = (end: LineEnd, strokeWidth: number): number =>
  end === 'arrow' ? endReach(end, strokeWidth) * 1.6 : 0

/** Draws an end in the context's colours; `angle` is the way out of the line. */
export function paintEnd(
  context: CanvasRenderingContext2D,
  end: LineEnd,
  x: number,
  y: number,
  angle: number,
  strokeWidth: number,
): void {
  if (end === 'none') return
  const reach = endReach(end, strokeWidth)
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  context.beginPath()
  if (end === 'dot') {
    context.arc(x, y, reach, 0, Math.PI * 2)
    context.fill()
    return
  }
  if (end === 'bar') {
    context.moveTo(x - sin * reach, y + cos * reach)
    context.lineTo(x + sin * reach, y - cos * reach)
    context.stroke()
    return
  }
  const [backX, backY] = [x - cos * reach * 2.2, y - sin * reach * 2.2]
  context.moveTo(x, y)
  context.lineTo(backX - sin * reach, backY + cos * reach)
  context.lineTo(backX + sin * reach, backY - cos * reach)
  context.closePath()
  context.fill()
}
