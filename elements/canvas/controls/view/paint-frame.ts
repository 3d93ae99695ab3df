import type { Painting } from '../define-control.ts'
import { fontOf, STRONG } from '../painting/font.ts'
import { roundedBox } from '../painting/shape.ts'
import { baselineOf, fitted } from '../painting/text-layout.ts'

/** What is drawn in the frame: lines and boxes in the colours that are set. */
export type Sketch = (context: CanvasRenderingContext2D, width: number, height: number) => void

interface Framed {
  readonly title: string
  readonly hasFrame: boolean
}

/** A view as pictures, thumbnails and the editor show it before the view itself comes: its frame, title and a sketch. */
export function paintFrame(
  { context, look, width, height }: Pick<Painting<unknown>, 'context' | 'look' | 'width' | 'height'>,
  framed: Framed,
  sketch: Sketch,
): void {
  if (framed.hasFrame) {
    roundedBox(context, 0, 0, width, height, 4)
    context.fillStyle = look.token('surface-2')
    context.fill()
  }
  const edge = framed.hasFrame ? 12 : 0
  const { title } = framed
  const hasTitle = title !== '' && height >= 44 && width >= 48
  if (hasTitle) {
    const font = fontOf(context, look, 15, STRONG)
    context.fillStyle = look.token('text-1')
    context.textAlign = 'left'
    context.textBaseline = 'alphabetic'
    context.fillText(fitted(context, font, title, width - edge * 2), edge, baselineOf(font, 17))
  }
  const top = hasTitle ? 36 : 12
  const room = { width: width - 24, height: height - top - 12 }
  if (room.width < 16 || room.height < 12) return
  context.strokeStyle = look.token('line-strong')
  context.fillStyle = look.token('line')
  context.lineWidth = 1.5
  context.lineJoin = 'round'
  context.translate(12, top)
  sketch(context, room.width, room.height)
  context.translate(-12, -top)
  context.lineJoin = 'miter'
}

/** Axes and a curve. */
export const sketchCurve: Sketch = (context, width, height) => {
  context.beginPath()
  context.moveTo(0, 0)
  context.lineTo(0, height)
  context.lineTo(width, height)
  context.stroke()
  context.beginPath()
  const steps = Math.max(8, Math.min(60, Math.round(width / 8)))
  for (let step = 0; step <= steps; step += 1) {
    const share = step / steps
    const y = height * (0.5 - Math.sin(share * 7) * 0.24 - Math.sin(share * 17) * 0.08)
    if (step === 0) context.moveTo(2, y)
    else context.lineTo(2 + (width - 4) * share, y)
  }
  context.stroke()
}

/** Rows of a table. */
export const sketchRows: Sketch = (context, width, height) => {
  const row = 28
  context.lineWidth = 1
  context.strokeStyle = context.fillStyle
  for (let top = 0; top + 14 <= height; top += row) {
    context.fillRect(0, top + 8, width * 0.3, 6)
    context.fillRect(width * 0.4, top + 8, width * 0.22, 6)
    context.fillRect(width * 0.74, top + 8, width * 0.26, 6)
    context.beginPath()
    context.moveTo(0, top + row - 4)
    context.lineTo(width, top + row - 4)
    if (top + row - 4 <= height) context.stroke()
  }
}
