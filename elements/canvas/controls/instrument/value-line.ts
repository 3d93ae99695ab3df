import type { ShownQuality } from '../../../../core/canvas/control-state.ts'
import type { Look } from '../define-control.ts'
import { fontOf, numberWidth, paintNumber, REGULAR, STRONG, widthOf } from '../painting/font.ts'
import { baselineOf, fitted } from '../painting/text-layout.ts'

const UNIT_SHARE = 0.66

/** Grey where the value cannot be trusted, or there is none. */
export const valueColour = (look: Look, quality: ShownQuality | null, value: number | null): string =>
  look.token(
    value === null || quality === 'stale' || quality === 'bad' || quality === 'missing' ? 'state-stale' : 'text-1',
  )

/**
 * A number about a middle, with its unit smaller and lighter behind it; both get smaller where the room is too small.
 * Gives the width that they took.
 */
export function paintValueLine(
  context: CanvasRenderingContext2D,
  look: Look,
  text: string,
  unit: string,
  x: number,
  middle: number,
  room: number,
  size: number,
  colour: string,
): number {
  let own = size
  let font = fontOf(context, look, own, STRONG)
  let small = fontOf(context, look, Math.max(8, Math.round(own * UNIT_SHARE)), REGULAR)
  const gap = () => (unit === '' ? 0 : Math.round(own * 0.18))
  const wide = () => numberWidth(context, font, text) + (unit === '' ? 0 : gap() + widthOf(context, small, unit))
  let width = wide()
  if (width > room && own > 8) {
    own = Math.max(8, Math.floor((own * room) / width))
    font = fontOf(context, look, own, STRONG)
    small = fontOf(context, look, Math.max(8, Math.round(own * UNIT_SHARE)), REGULAR)
    width = wide()
  }
  const left = x - width / 2
  const baseline = baselineOf(font, middle)
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.font = font.css
  context.fillStyle = colour
  paintNumber(context, font, text, left, baseline)
  if (unit !== '') {
    context.font = small.css
    context.fillStyle = look.token('text-2')
    context.fillText(unit, left + numberWidth(context, font, text) + gap(), baseline)
  }
  return width
}

/** A name, one line about a middle, shortened where it must be. */
export function paintName(
  context: CanvasRenderingContext2D,
  look: Look,
  text: string,
  x: number,
  middle: number,
  room: number,
  size: number,
): void {
  if (text === '' || room <= 0) return
  const font = fontOf(context, look, size, REGULAR)
  const shown = fitted(context, font, text, room)
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.fillStyle = look.token('text-2')
  context.fillText(shown, x - widthOf(context, font, shown) / 2, baselineOf(font, middle))
}

/** A short word on its alarm's colour; `x` is its left end. */
export function paintTag(
  context: CanvasRenderingContext2D,
  look: Look,
  text: string,
  x: number,
  middle: number,
  size: number,
  colour: string,
): void {
  const font = fontOf(context, look, size, STRONG)
  const tall = Math.round(size * 1.4)
  context.fillStyle = colour
  context.beginPath()
  context.roundRect(x, middle - tall / 2, tagWidth(context, look, text, size), tall, 3)
  context.fill()
  context.strokeStyle = context.fillStyle = look.token('on-alarm-fill')
  context.lineWidth = 1
  context.stroke()
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  context.fillText(text, x + size * 0.35, baselineOf(font, middle))
}

export const tagWidth = (context: CanvasRenderingContext2D, look: Look, text: string, size: number): number =>
  widthOf(context, fontOf(context, look, size, STRONG), text) + size * 0.7
