import type { ShownQuality } from '../../../../core/canvas/control-state.ts'
import type { Look, Painting } from '../define-control.ts'
import { LIMIT_LETTERS, levelOf, passedLimit } from '../instrument/limits.ts'
import { type Font, fontOf, numberWidth, paintNumber, REGULAR, STRONG, widthOf } from '../painting/font.ts'
import { paintClockMark } from '../painting/marks.ts'
import { paintBox, roundedBox } from '../painting/shape.ts'
import { baselineOf, fitted, leftOf, paintLine } from '../painting/text-layout.ts'
import { NOTHING, numberOf, valueText } from '../painting/value-text.ts'
import type { ValueProps } from './props.ts'
import { shownText } from './shown-text.ts'
import { labelSize, PADDING, valueBox } from './value-box.ts'

const GAP = 4

export function paint({ context, props, state, width, height, look }: Painting<ValueProps>): void {
  const { fontSize, textAlign } = props
  paintBox(context, look, width, height, props.radius, props.backgroundColor, props.stroke, props.strokeWidth)
  if (props.label !== '') paintLabel(context, look, props, width, height)
  const { x, y, width: room, height: high } = valueBox(props, width, height)
  const middle = y + high / 2
  const [left, right] = [x + PADDING, x + room - PADDING]

  const number = numberOf(props.value)
  const limit = number === null ? null : passedLimit(number, props)
  const letters = limit ? LIMIT_LETTERS[limit] : ''
  const level = limit ? Math.min(5, Math.max(1, levelOf(limit, state.alarm_level))) : 0
  const isStale = state.quality === 'stale'
  // At the other end of the box than the number, which therefore stays where it is.
  const marks =
    limit || isStale ? paintMarks(context, look, letters, level, isStale, textAlign === 'left', left, right, middle) : 0

  const shown = shownText(props, look.lang, look.timezone)
  const isNumber = props.format !== 'words' && typeof props.value !== 'string' && shown !== NOTHING
  const text = props.prefix === '' || shown === NOTHING ? shown : `${props.prefix}${shown}`
  const unit = props.unit === '' ? '' : valueText(props.unit, null, look.lang)
  const unitRoom = unit === '' ? 0 : widthOf(context, fontOf(context, look, labelSize(fontSize)), unit) + GAP
  const weight = props.isBold ? STRONG : REGULAR
  const space = Math.max(0, right - left - unitRoom - marks)
  let font = fontOf(context, look, fontSize, weight)
  let wide = isNumber ? numberWidth(context, font, text) : widthOf(context, font, text)
  if (wide > space) {
    font = smaller(context, look, fontSize, weight, space / wide)
    wide = isNumber ? numberWidth(context, font, text) : widthOf(context, font, text)
  }
  // Never a part of a number: it would be another one.
  const isTooWide = isNumber && wide > space + 0.5
  const kept = isTooWide ? tooWide(font, space) : isNumber ? text : fitted(context, font, text, space)
  if (kept !== text) wide = widthOf(context, font, kept)

  const start = leftOf(left, right - left - unitRoom, wide, textAlign)
  const baseline = baselineOf(font, middle)
  context.font = font.css
  const own = isDoubtful(state.quality) ? look.token('state-stale') : look.colour(props.fontColor)
  context.fillStyle = level > 0 ? look.token(`alarm-${level}`) : own
  if (isNumber && !isTooWide) paintNumber(context, font, kept, start, baseline)
  else context.fillText(kept, start, baseline)
  if (unit === '') return
  fontOf(context, look, labelSize(fontSize))
  context.fillStyle = look.token('text-2')
  context.fillText(unit, start + wide + GAP, baseline)
}

function paintLabel(
  context: CanvasRenderingContext2D,
  look: Look,
  { label, labelColor, labelPlace, labelShare, fontSize, textAlign }: ValueProps,
  width: number,
  height: number,
): void {
  const size = labelSize(fontSize)
  const font = fontOf(context, look, size)
  const text = valueText(label, null, look.lang)
  context.fillStyle = look.colour(labelColor)
  if (labelPlace === 'top') {
    paintLine(context, font, text, PADDING, Math.min(height / 4, size * 0.75), width - PADDING * 2, textAlign)
  } else {
    paintLine(context, font, text, PADDING, height / 2, width * labelShare - PADDING * 2)
  }
}

/** What is not well with the value; gives back the room that it takes. */
function paintMarks(
  context: CanvasRenderingContext2D,
  look: Look,
  letters: string,
  level: number,
  isStale: boolean,
  isAtEnd: boolean,
  left: number,
  right: number,
  middle: number,
): number {
  const font = fontOf(context, look, 12, STRONG)
  const chip = letters === '' ? 0 : widthOf(context, font, letters) + 8
  const room = (chip > 0 ? chip + GAP : 0) + (isStale ? CLOCK + GAP : 0)
  let x = isAtEnd ? right - room + GAP : left
  if (chip > 0) {
    context.fillStyle = look.token(`alarm-fill-${level}`)
    roundedBox(context, x, middle - 8, chip, 16, 3)
    context.fill()
    context.strokeStyle = context.fillStyle = look.token('on-alarm-fill')
    context.lineWidth = 1
    context.stroke()
    context.fillText(letters, x + 4, baselineOf(font, middle))
    x += chip + GAP
  }
  if (isStale) paintClockMark(context, look.token('state-stale'), x + CLOCK / 2, middle, CLOCK / 2 - 1)
  return room
}

const CLOCK = 12
/** Of what cannot be trusted, the colour says so before its own. */
const isDoubtful = (quality: ShownQuality | null): boolean =>
  quality === 'stale' || quality === 'bad' || quality === 'missing'

const SMALLEST = 0.6

/** Down to six tenths of its size a number is made smaller so that it is whole. */
function smaller(context: CanvasRenderingContext2D, look: Look, size: number, weight: number, share: number): Font {
  return fontOf(context, look, Math.max(10, Math.floor(size * Math.max(SMALLEST, share))), weight)
}

const tooWide = (font: Font, space: number): string =>
  '#'.repeat(Math.max(1, Math.min(8, Math.floor(space / (font.digit * 1.2)))))
