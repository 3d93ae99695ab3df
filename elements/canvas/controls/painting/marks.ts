import { setLine } from './shape.ts'

/** A clock: the value is old. Never only a fade. */
export function paintClockMark(
  context: CanvasRenderingContext2D,
  colour: string,
  x: number,
  y: number,
  radius: number,
): void {
  setLine(context, colour, Math.max(1.2, radius / 4))
  context.lineCap = 'round'
  context.beginPath()
  context.arc(x, y, radius, 0, Math.PI * 2)
  context.moveTo(x, y - radius * 0.55)
  context.lineTo(x, y)
  context.lineTo(x + radius * 0.45, y + radius * 0.25)
  context.stroke()
  context.lineCap = 'butt'
}
