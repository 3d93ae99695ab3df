import * as z from 'zod/mini'
import {
  Colour,
  CornerRadius,
  FontSize,
  IsBold,
  IsItalic,
  IsUnderline,
  LongText,
  marked,
  StrokeWidth,
  TextAlign,
  TextColour,
  VerticalAlign,
} from '../../../kinds/property-schema.ts'
import { defineControl, type Painting } from '../define-control.ts'
import { fontOf, REGULAR, STRONG } from '../painting/font.ts'
import { isNone, paintBox } from '../painting/shape.ts'
import { paintText } from '../painting/text-layout.ts'
import { valueText } from '../painting/value-text.ts'

const Props = z.object({
  text: LongText,
  fontSize: FontSize,
  isBold: IsBold,
  isItalic: IsItalic,
  isUnderline: IsUnderline,
  isWrapped: marked(z.boolean(), { group: 'text' }),
  textAlign: TextAlign,
  verticalAlign: VerticalAlign,
  fontColor: TextColour,
  backgroundColor: Colour,
  stroke: Colour,
  strokeWidth: StrokeWidth,
  radius: CornerRadius,
  padding: marked(z.number().check(z.minimum(0), z.maximum(200)), { group: 'look', unit: 'px', step: 1 }),
})
type Props = z.infer<typeof Props>

function paint({ context, props, width, height, look }: Painting<Props>): void {
  paintBox(context, look, width, height, props.radius, props.backgroundColor, props.stroke, props.strokeWidth)
  const shown = valueText(props.text, null, look.lang)
  if (shown === '' || isNone(props.fontColor)) return
  const font = fontOf(context, look, props.fontSize, props.isBold ? STRONG : REGULAR, props.isItalic)
  context.fillStyle = look.colour(props.fontColor)
  const { padding } = props
  paintText(context, font, shown, props, props, padding, padding, width - padding * 2, height - padding * 2)
}

/** Words on the screen; a bound `text` shows what the point says. */
export default defineControl<Props>({
  kind: 'text',
  version: 1,
  category: 'basic',
  props: Props,
  defaults: {
    text: '',
    fontSize: 15,
    isBold: false,
    isItalic: false,
    isUnderline: false,
    isWrapped: true,
    textAlign: 'left',
    verticalAlign: 'middle',
    fontColor: 'var(--sg-text-1)',
    backgroundColor: '',
    stroke: '',
    strokeWidth: 0,
    radius: 0,
    padding: 4,
  },
  size: { width: 120, height: 32 },
  bindable: ['text', 'fontColor', 'backgroundColor', 'stroke', 'fontSize'],
  paint,
  role: 'text',
  speak: ({ text }, _state, lang) => valueText(text, null, lang),
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
