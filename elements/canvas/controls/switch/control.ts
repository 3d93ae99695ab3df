import * as z from 'zod/mini'
import {
  BoundValue,
  Colour,
  FontSize,
  IsOn,
  marked,
  PointName,
  Text,
  TextColour,
} from '../../../kinds/property-schema.ts'
import { defineControl, type Painting } from '../define-control.ts'
import { fontOf } from '../painting/font.ts'
import { isNone, roundedBox, setLine } from '../painting/shape.ts'
import { paintLine } from '../painting/text-layout.ts'
import { NOTHING, truthOf } from '../painting/value-text.ts'

const Props = z.object({
  value: BoundValue,
  /** The point that is written with `onValue` or `offValue`. */
  writes: PointName,
  onValue: BoundValue,
  offValue: BoundValue,
  confirm: IsOn,
  onText: Text,
  offText: Text,
  showText: marked(z.boolean(), { group: 'text' }),
  fontSize: FontSize,
  fontColor: TextColour,
  /** '' for the style's own. */
  onColor: Colour,
})
type Props = z.infer<typeof Props>

/** Where the thumb stands: off, on, or between where nothing is known. */
function positionOf({ value, onValue, offValue }: Props): 0 | 1 | null {
  if (value === null || value === undefined) return null
  if (value === onValue) return 1
  return value === offValue ? 0 : truthOf(value) ? 1 : 0
}

const wordOf = (props: Props): string => {
  const position = positionOf(props)
  return position === null ? NOTHING : position === 1 ? props.onText : props.offText
}

function paint({ context, props, width, height, look, isPressed }: Painting<Props>): void {
  const position = positionOf(props)
  const trackHeight = Math.max(8, Math.min(height - 2, props.showText ? props.fontSize * 1.6 : height - 2, width / 1.8))
  const trackWidth = trackHeight * 1.8
  const top = (height - trackHeight) / 2
  const left = props.showText ? 1 : (width - trackWidth) / 2
  const isOn = position === 1
  roundedBox(context, left + 0.5, top + 0.5, trackWidth - 1, trackHeight - 1, trackHeight)
  const onColour = look.token(look.style === 'coloured' ? 'state-online' : 'text-2')
  context.fillStyle = isOn ? (isNone(props.onColor) ? onColour : look.colour(props.onColor)) : look.token('surface-1')
  context.fill()
  setLine(context, isOn ? context.fillStyle : look.token('line-strong'), 1.5)
  if (position === null) context.setLineDash(UNKNOWN_DASH)
  context.stroke()
  context.setLineDash(NO_DASH)

  const r = trackHeight / 2 - (isPressed ? 2 : 3.5)
  const share = position ?? 0.5
  const x = left + trackHeight / 2 + (trackWidth - trackHeight) * share
  context.beginPath()
  context.arc(x, height / 2, Math.max(2, r), 0, Math.PI * 2)
  context.fillStyle = isOn ? look.token('surface-3') : look.token(position === null ? 'text-3' : 'line-strong')
  context.fill()
  // Shown without colour too: the sign of on (I) and off (O) where the thumb is not.
  paintSign(
    context,
    isOn ? look.token('surface-3') : look.token('text-2'),
    position,
    left,
    trackWidth,
    trackHeight,
    height,
  )
  if (!props.showText) return
  const font = fontOf(context, look, props.fontSize)
  context.fillStyle = position === null ? look.token('text-2') : look.colour(props.fontColor)
  const start = left + trackWidth + 8
  paintLine(context, font, wordOf(props), start, height / 2, width - start)
}

const UNKNOWN_DASH = [3, 2]
const NO_DASH: number[] = []

function paintSign(
  context: CanvasRenderingContext2D,
  colour: string,
  position: 0 | 1 | null,
  left: number,
  trackWidth: number,
  trackHeight: number,
  height: number,
): void {
  if (position === null || trackHeight < 16) return
  const x = position === 1 ? left + trackHeight * 0.55 : left + trackWidth - trackHeight * 0.55
  const r = trackHeight * 0.15
  setLine(context, colour, 1.5)
  context.beginPath()
  if (position === 1) {
    context.moveTo(x, height / 2 - r)
    context.lineTo(x, height / 2 + r)
  } else context.arc(x, height / 2, r, 0, Math.PI * 2)
  context.stroke()
}

/** Shows and writes a truth, or one of two values. */
export default defineControl<Props>({
  kind: 'switch',
  version: 1,
  category: 'operate',
  props: Props,
  defaults: {
    value: null,
    writes: '',
    onValue: true,
    offValue: false,
    confirm: true,
    onText: 'ON',
    offText: 'OFF',
    showText: true,
    fontSize: 15,
    fontColor: 'var(--sg-text-1)',
    onColor: '',
  },
  size: { width: 96, height: 32 },
  bindable: ['value', 'onColor', 'onText', 'offText'],
  paint,
  role: 'switch',
  speak: (props) => (positionOf(props) === null ? null : wordOf(props)),
  press: (props) =>
    props.writes === ''
      ? null
      : {
          does: 'write',
          point: props.writes,
          confirm: props.confirm,
          value: positionOf(props) === 1 ? props.offValue : props.onValue,
        },
  triggers: ['click', 'double_click', 'change'],
})
