import * as z from 'zod/mini'
import {
  BoundValue,
  Colour,
  CornerRadius,
  Decimals,
  FontSize,
  IsOn,
  marked,
  OptionalBound,
  PointName,
  rising,
  TextAlign,
  TextColour,
  Unit,
} from '../../../kinds/property-schema.ts'
import { defineControl, type Painting } from '../define-control.ts'
import { fontOf, numberWidth, paintNumber, widthOf } from '../painting/font.ts'
import { paintIcon } from '../painting/icon.ts'
import { isNone, paintBox } from '../painting/shape.ts'
import { baselineOf, fitted, leftOf } from '../painting/text-layout.ts'
import { NOTHING, valueText } from '../painting/value-text.ts'

const Props = z
  .object({
    value: BoundValue,
    /** The point that is written; the viewer asks for the value on a click. */
    writes: PointName,
    unit: Unit,
    decimals: Decimals,
    min: OptionalBound,
    max: OptionalBound,
    step: marked(z.nullable(z.number().check(z.minimum(0))), { group: 'value' }),
    confirm: IsOn,
    fontSize: FontSize,
    textAlign: TextAlign,
    fontColor: TextColour,
    backgroundColor: Colour,
    stroke: Colour,
    radius: CornerRadius,
  })
  .check(rising('min', 'max'))
type Props = z.infer<typeof Props>

const PADDING = 8
const ICON = 16

function paint({ context, props, width, height, look, isPressed }: Painting<Props>): void {
  const { value, unit, fontSize, writes } = props
  const stroke = isPressed ? 'var(--sg-accent)' : props.stroke
  paintBox(context, look, width, height, props.radius, props.backgroundColor, stroke, isPressed ? 2 : 1)
  const middle = height / 2
  let right = width - PADDING
  if (writes !== '' && width >= 64) {
    const size = Math.min(ICON, height - 6)
    right -= size
    paintIcon(context, 'edit', look.token('accent'), right, middle - size / 2, size)
    right -= 6
  }
  const shown = valueText(value, props.decimals, look.lang)
  const isNumber = typeof value === 'number'
  let unitWidth = 0
  const unitSize = Math.max(12, Math.round(fontSize * 0.85))
  if (unit !== '') unitWidth = widthOf(context, fontOf(context, look, unitSize), unit) + 4
  const room = Math.max(0, right - PADDING - unitWidth)
  const font = fontOf(context, look, fontSize)
  const wide = isNumber ? numberWidth(context, font, shown) : widthOf(context, font, shown)
  const kept = wide <= room ? shown : isNumber ? '###' : fitted(context, font, shown, room)
  const keptWidth = kept === shown ? wide : widthOf(context, font, kept)
  const start = leftOf(PADDING, room, keptWidth, props.textAlign)
  const baseline = baselineOf(font, middle)
  if (!isNone(props.fontColor)) {
    context.fillStyle = shown === NOTHING ? look.token('text-2') : look.colour(props.fontColor)
    if (isNumber && kept === shown) paintNumber(context, font, kept, start, baseline)
    else context.fillText(kept, start, baseline)
  }
  if (unit === '') return
  fontOf(context, look, unitSize)
  context.fillStyle = look.token('text-2')
  context.fillText(unit, start + keptWidth + 4, baseline)
}

/** A value that can be written. */
export default defineControl<Props>({
  kind: 'input',
  version: 1,
  category: 'operate',
  props: Props,
  defaults: {
    value: null,
    writes: '',
    unit: '',
    decimals: null,
    min: null,
    max: null,
    step: null,
    confirm: true,
    fontSize: 15,
    textAlign: 'left',
    fontColor: 'var(--sg-text-1)',
    backgroundColor: 'var(--sg-surface-3)',
    stroke: 'var(--sg-line-strong)',
    radius: 4,
  },
  size: { width: 140, height: 32 },
  bindable: ['value', 'unit', 'min', 'max', 'backgroundColor', 'fontColor'],
  paint,
  role: 'spinbutton',
  speak: ({ value, decimals }, _state, lang) => (value === null ? null : valueText(value, decimals, lang)),
  press: ({ writes, confirm }) => (writes === '' ? null : { does: 'write', point: writes, confirm }),
  triggers: ['click', 'double_click', 'change'],
})
