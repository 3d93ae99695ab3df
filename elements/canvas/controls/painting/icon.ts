import { ICONS } from '../../../kit/icons.ts'
import { setLine } from './shape.ts'

export type IconName = keyof typeof ICONS

/** The kit's icons are drawn on a grid of 20 px. */
const GRID = 20
const paths = new Map<IconName, Path2D>()

/** One of the kit's icons, in a colour of the canvas. */
export function paintIcon(
  context: CanvasRenderingContext2D,
  name: IconName,
  colour: string,
  x: number,
  y: number,
  size: number,
): void {
  const path = paths.get(name) ?? new Path2D(ICONS[name])
  paths.set(name, path)
  const scale = size / GRID
  setLine(context, colour, 1.6)
  context.lineCap = 'round'
  context.lineJoin = 'round'
  context.translate(x, y)
  context.scale(scale, scale)
  context.stroke(path)
  context.scale(1 / scale, 1 / scale)
  context.translate(-x, -y)
  context.lineCap = 'butt'
  context.lineJoin = 'miter'
}
