import type { Lang } from '../../../../core/text/define-text.ts'
import type { Painting } from '../define-control.ts'
import { groundOf } from '../instrument/ground.ts'
import { shareOf } from '../instrument/scale.ts'
import { paintName, paintValueLine, valueColour } from '../instrument/value-line.ts'
import { fontOf, numberWidth, STRONG, widthOf } from '../painting/font.ts'
import { numberOf, numberText } from '../painting/value-text.ts'
import type { ProgressProps } from './props.ts'

/** In words, null where there is no value. */
export function progressText({ value, min, max, decimals, unit, shows }: ProgressProps, lang: Lang): string | null {
  const read = numberOf(value)
  if (read === null) return null
  if (shows === 'number') return `${numberText(read, decimals, lang)}${unit && ` ${unit}`}`
  return `${numberText(shareOf(read, min, max) * 100, decimals, lang)}%`
}

export function paint({ context, props, state, look, width, height }: Painting<ProgressProps>): void {
  const value = numberOf(props.value)
  const share = value === null ? 0 : shareOf(value, props.min, props.max)
  const isPercent = props.shows !== 'number'
  const number = numberText(value === null ? null : isPercent ? share * 100 : value, props.decimals, look.lang)
  const unit = value === null ? '' : isPercent ? '%' : props.unit
  const fill = look.style === 'grey' ? look.token('text-2') : look.colour(props.color)
  const colour = valueColour(look, state.quality, value)
  const ground = groundOf(look)

  if (props.shape === 'ring') {
    const r = Math.max(4, Math.min(width, height) / 2 - 1)
    const thick = Math.max(4, r * 0.18)
    ring(context, width / 2, height / 2, r - thick / 2, ground.isOutlined ? 1 : thick, 1, look.token('line'))
    if (share > 0) ring(context, width / 2, height / 2, r - thick / 2, thick, share, fill)
    const hasLabel = props.label !== '' && r > 28
    const middle = height / 2 - (hasLabel && props.shows !== 'nothing' ? r * 0.12 : 0)
    const size = Math.max(9, Math.round(r * 0.4))
    if (props.shows !== 'nothing')
      paintValueLine(context, look, number, unit, width / 2, middle, (r - thick) * 1.6, size, colour)
    if (hasLabel) {
      const small = Math.max(9, Math.round(r * 0.17))
      const low = props.shows === 'nothing' ? height / 2 : height / 2 + r * 0.3
      paintName(context, look, props.label, width / 2, low, (r - thick) * 1.5, small)
    }
    return
  }

  const hasName = props.label !== '' && height >= 28
  const size = Math.max(9, Math.min(15, Math.round(hasName ? height * 0.36 : height * 0.6)))
  const hasNumber = props.shows !== 'nothing'
  const font = fontOf(context, look, size, STRONG)
  const suffix = unit === '' ? 0 : size * 0.18 + widthOf(context, fontOf(context, look, Math.round(size * 0.66)), unit)
  const taken = hasNumber
    ? Math.min(width * 0.5, Math.max(numberWidth(context, font, number), font.digit * 3) + suffix)
    : 0
  const thick = Math.max(4, Math.min(12, hasName ? height * 0.24 : height * 0.4))
  const isBeside = hasNumber && !hasName
  const top = hasName ? height - thick - 2 : (height - thick) / 2
  const long = width - (isBeside ? taken + 8 : 0)
  context.beginPath()
  context.roundRect(0, top, long, thick, thick / 2)
  context.fillStyle = ground.colour
  context.fill()
  if (ground.isOutlined) {
    context.strokeStyle = look.token('line')
    context.lineWidth = 1
    context.stroke()
  }
  if (share > 0) {
    context.beginPath()
    context.roundRect(0, top, Math.max(thick, long * share), thick, thick / 2)
    context.fillStyle = fill
    context.fill()
  }
  const middle = hasName ? top / 2 : height / 2
  if (hasNumber) paintValueLine(context, look, number, unit, width - taken / 2, middle, taken, size, colour)
  if (hasName) {
    const small = Math.max(9, Math.round(size * 0.92))
    const room = width - taken - 8
    const name = fontOf(context, look, small)
    paintName(context, look, props.label, Math.min(room, widthOf(context, name, props.label)) / 2, middle, room, small)
  }
}

function ring(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  r: number,
  thick: number,
  share: number,
  colour: string,
): void {
  context.beginPath()
  context.arc(x, y, r, -Math.PI / 2, -Math.PI / 2 + Math.PI * 2 * share)
  context.strokeStyle = colour
  context.lineWidth = thick
  context.lineCap = share < 1 ? 'round' : 'butt'
  context.stroke()
  context.lineCap = 'butt'
}
