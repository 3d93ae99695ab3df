import type { Look, Painting } from '../define-control.ts'
import { paintName } from '../instrument/value-line.ts'
import { fontOf, numberWidth, paintNumber, STRONG } from '../painting/font.ts'
import { baselineOf } from '../painting/text-layout.ts'
import { type ClockTime, clockTime } from './clock-time.ts'
import type { ClockProps } from './props.ts'

export function paint({ context, props, look, width, height, now }: Painting<ClockProps>): void {
  const shown = clockTime(now, props.timezone || look.timezone, look.lang)
  const lines: string[] = []
  const date = `${props.hasDate ? shown.date : ''}${props.hasWeekday ? ` ${shown.weekday}` : ''}`.trim()
  if (date !== '') lines.push(date)
  if (props.label !== '') lines.push(props.label)
  context.textAlign = 'left'
  context.textBaseline = 'alphabetic'
  if (props.face === 'analog') paintAnalog(context, look, props, shown, lines, width, height)
  else paintDigital(context, look, props, shown, lines, width, height)
}

function paintDigital(
  context: CanvasRenderingContext2D,
  look: Look,
  props: ClockProps,
  shown: ClockTime,
  lines: readonly string[],
  width: number,
  height: number,
): void {
  const text = props.hasSeconds ? shown.time : shown.time.slice(0, 5)
  // 0.6 of a size is about a digit's width, and the small lines are 0.42 of it.
  const size = Math.max(8, Math.floor(Math.min(width / (text.length * 0.6), height / (1.12 + lines.length * 0.62))))
  const small = Math.max(8, Math.round(size * 0.42))
  const font = fontOf(context, look, size, STRONG)
  const tall = size * 1.12 + lines.length * small * 1.5
  const top = (height - tall) / 2
  context.fillStyle = look.colour(props.color)
  paintNumber(context, font, text, (width - numberWidth(context, font, text)) / 2, baselineOf(font, top + size * 0.56))
  for (let index = 0; index < lines.length; index += 1) {
    const middle = top + size * 1.12 + small * (0.75 + index * 1.5)
    paintName(context, look, lines[index] as string, width / 2, middle, width, small)
  }
}

function paintAnalog(
  context: CanvasRenderingContext2D,
  look: Look,
  props: ClockProps,
  shown: ClockTime,
  lines: readonly string[],
  width: number,
  height: number,
): void {
  const small = Math.max(9, Math.min(15, Math.round(Math.min(width, height) * 0.09)))
  const room = lines.length * small * 1.5
  const r = Math.max(6, Math.min(width, height - room) / 2 - 1)
  const x = width / 2
  const y = (height - room) / 2
  context.beginPath()
  context.arc(x, y, r, 0, Math.PI * 2)
  context.fillStyle = look.token('surface-2')
  context.fill()
  context.strokeStyle = look.token('line-strong')
  context.lineWidth = Math.max(1, r * 0.025)
  context.stroke()
  const ink = look.colour(props.color)
  context.strokeStyle = ink
  for (let hour = 0; hour < 12; hour += 1) {
    const isQuarter = hour % 3 === 0
    hand(
      context,
      x,
      y,
      hour / 12,
      r * (isQuarter ? 0.78 : 0.86),
      r * 0.93,
      Math.max(1, r * (isQuarter ? 0.045 : 0.022)),
    )
  }
  context.lineCap = 'round'
  const { hours, minutes, seconds } = shown
  hand(context, x, y, ((hours % 12) + minutes / 60) / 12, -r * 0.1, r * 0.52, Math.max(2, r * 0.075))
  hand(context, x, y, (minutes + seconds / 60) / 60, -r * 0.1, r * 0.76, Math.max(1.5, r * 0.05))
  if (props.hasSeconds) {
    context.strokeStyle = look.token('text-2')
    hand(context, x, y, seconds / 60, -r * 0.16, r * 0.82, Math.max(1, r * 0.02))
  }
  context.lineCap = 'butt'
  context.beginPath()
  context.arc(x, y, Math.max(2, r * 0.05), 0, Math.PI * 2)
  context.fillStyle = ink
  context.fill()
  for (let index = 0; index < lines.length; index += 1) {
    const middle = height - room + small * (0.75 + index * 1.5)
    paintName(context, look, lines[index] as string, x, middle, width, small)
  }
}

/** A line from the middle outwards, at a share of the turn from twelve. */
function hand(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  turn: number,
  from: number,
  to: number,
  thick: number,
): void {
  const angle = turn * Math.PI * 2 - Math.PI / 2
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  context.lineWidth = thick
  context.beginPath()
  context.moveTo(x + cos * from, y + sin * from)
  context.lineTo(x + cos * to, y + sin * to)
  context.stroke()
}
