import type { Painting } from '../define-control.ts'
import { isFlickerOn, isFlickerSteady } from '../painting/flicker.ts'
import { fontOf, REGULAR, STRONG } from '../painting/font.ts'
import { paintPicture } from '../painting/picture.ts'
import { isNone, paintBox } from '../painting/shape.ts'
import { paintLine, paintText, type TextManner } from '../painting/text-layout.ts'
import { NOTHING, numberOf, valueText } from '../painting/value-text.ts'
import type { StateLook, StateProps } from './props.ts'

/** Undefined where no state is known, or the value names one that is not there. */
export function stateAt({
  currStateIndex,
  states,
}: Pick<StateProps, 'currStateIndex' | 'states'>): StateLook | undefined {
  const index = numberOf(currStateIndex)
  return index === null ? undefined : states[Math.floor(index)]
}

const BACKGROUND = 1
const TEXT = 2
const PADDING = 4

const manners = new WeakMap<StateLook, TextManner>()
function mannerOf(shown: StateLook): TextManner {
  let manner = manners.get(shown)
  if (!manner) {
    const { textAlign, isUnderline } = shown
    manner = { textAlign, isUnderline, verticalAlign: 'middle', isWrapped: true }
    manners.set(shown, manner)
  }
  return manner
}

export function paint(painting: Painting<StateProps>): void {
  const { context, props, width, height, look, motionMs } = painting
  const { shapeShow, useImgRes, strokeWidth, radius } = props
  const shown = stateAt(props)
  if (!shown) {
    paintUnknown(painting)
    return
  }
  const { flickerType, flickerFrequency, text } = shown
  const period = flickerType === 0 ? 0 : flickerFrequency
  const isOn = isFlickerOn(motionMs, period)
  const hasGround = flickerType !== BACKGROUND || isOn
  if (shapeShow) {
    const fill = hasGround && !useImgRes ? shown.backgroundColor : ''
    paintBox(context, look, width, height, radius, fill, shown.stroke, strokeWidth)
  }
  if (useImgRes && hasGround && shown.imgUrl !== '') {
    paintPicture(context, look, shown.imgUrl, 'contain', 0, 0, width, height)
  }
  if (text !== '' && (flickerType !== TEXT || isOn) && !isNone(shown.fontColor)) {
    const { size, isBold, isItalic } = shown.font
    const font = fontOf(context, look, size, isBold ? STRONG : REGULAR, isItalic)
    // Text on the background that flickers away has to be legible without it.
    context.fillStyle = hasGround ? look.colour(shown.fontColor) : look.token('text-1')
    const room = width - PADDING * 2
    paintText(context, font, valueText(text, null, look.lang), mannerOf(shown), shown, PADDING, 0, room, height)
  }
  if (isFlickerSteady(motionMs, period)) {
    paintBox(context, look, width, height, radius, '', 'var(--sg-text-1)', Math.max(3, strokeWidth + 2))
  }
}

function paintUnknown({ context, props, width, height, look }: Painting<StateProps>): void {
  if (props.shapeShow) {
    paintBox(context, look, width, height, props.radius, '', 'var(--sg-line-strong)', 1, 'dashed')
  }
  const font = fontOf(context, look, props.states[0]?.font.size ?? 15)
  context.fillStyle = look.token('text-2')
  paintLine(context, font, NOTHING, 0, height / 2, width, 'center')
}
