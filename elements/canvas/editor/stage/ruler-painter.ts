import type { View } from '../../../../core/canvas/editor-api.ts'
import type { Box } from '../../../../core/canvas/geometry.ts'
import type { Look } from '../../controls/define-control.ts'

/** px; the rulers are as thick. */
export const RULER_PX = 18
/** px of the view between two numbers, at least. */
const APART_PX = 56
const NICE = [1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500, 1000, 2000, 5000, 10_000]

export interface RulerParts {
  readonly axis: 'x' | 'y'
  readonly context: CanvasRenderingContext2D
  readonly ratio: number
  readonly look: Look
  readonly view: View
  /** What is selected: its reach is marked. */
  readonly bounds: Box | null
}

/** px of the document from one number to the next. */
export const stepOf = (zoom: number): number => NICE.find((step) => step * zoom >= APART_PX) ?? 20_000

export function paintRuler({ axis, context, ratio, look, view, bounds }: RulerParts): void {
  const isAcross = axis === 'x'
  const length = isAcross ? view.width : view.height
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.fillStyle = look.token('surface-1')
  context.fillRect(0, 0, isAcross ? length : RULER_PX, isAcross ? RULER_PX : length)
  if (!isAcross) {
    // Read from below upwards; what is along it is along x from here on.
    context.translate(RULER_PX, 0)
    context.rotate(Math.PI / 2)
  }
  const start = isAcross ? view.x : view.y
  if (bounds) {
    const from = ((isAcross ? bounds.x : bounds.y) - start) * view.zoom
    context.fillStyle = look.token('selected')
    context.fillRect(from, 0, (isAcross ? bounds.width : bounds.height) * view.zoom, RULER_PX)
  }
  const step = stepOf(view.zoom)
  const small = step / (step % 4 === 0 && step % 5 !== 0 ? 4 : 5)
  context.fillStyle = look.token('text-2')
  context.font = `9px ${look.fontFamily}`
  context.textBaseline = 'alphabetic'
  context.textAlign = 'left'
  const foot = isAcross ? RULER_PX : 0
  const up = isAcross ? -1 : 1
  for (let index = Math.floor(start / small); index * small * view.zoom <= start * view.zoom + length; index += 1) {
    const value = index * small
    const at = Math.round((value - start) * view.zoom)
    const isNumbered = Math.abs(value / step - Math.round(value / step)) < 1e-6
    const high = isNumbered ? RULER_PX : 4
    context.globalAlpha = isNumbered ? 0.7 : 0.45
    context.fillRect(at, up < 0 ? foot - high : foot, 1, high)
    context.globalAlpha = 1
    if (isNumbered) context.fillText(String(Math.round(value)), at + 3, isAcross ? 9 : 16)
  }
  context.fillStyle = look.token('line')
  context.fillRect(0, isAcross ? RULER_PX - 1 : 0, length, 1)
}
