import type { Look } from '../define-control.ts'
import type { Mark } from './state-looks.ts'

/** Of its disc, in the units of the library's files. */
const RADIUS = 9
const RIM = 2

/** In the upper right corner of what is `width` px wide. */
export function paintMark(context: CanvasRenderingContext2D, look: Look, mark: Mark, width: number, scale: number) {
  const r = RADIUS * scale
  const [x, y] = [width - r - RIM * scale, r + RIM * scale]
  const disc = (radius: number, colour: string) => {
    context.beginPath()
    context.arc(x, y, radius, 0, Math.PI * 2)
    context.fillStyle = colour
    context.fill()
  }
  disc(r + RIM * scale, look.token('surface-2'))
  disc(r, look.token('state-faulty'))
  const arm = r * 0.42
  context.beginPath()
  if (mark === 'fault') {
    // Failure, as NAMUR NE 107 marks it.
    context.moveTo(x - arm, y - arm)
    context.lineTo(x + arm, y + arm)
    context.moveTo(x + arm, y - arm)
    context.lineTo(x - arm, y + arm)
  } else {
    context.moveTo(x + arm * 0.5, y - arm * 1.4)
    context.lineTo(x - arm * 0.8, y + arm * 0.2)
    context.lineTo(x + arm * 0.8, y - arm * 0.2)
    context.lineTo(x - arm * 0.5, y + arm * 1.4)
  }
  context.strokeStyle = look.token('on-alarm')
  context.lineWidth = Math.max(1, 2.2 * scale)
  context.lineCap = context.lineJoin = 'round'
  context.stroke()
}
