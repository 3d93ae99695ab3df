import * as z from 'zod/mini'
import {
  Colour,
  CornerRadius,
  FontSize,
  IsBold,
  marked,
  Picture,
  Text,
  TextColour,
} from '../../../kinds/property-schema.ts'
import { defineControl, type Look, type Painting } from '../define-control.ts'
import { fontOf, REGULAR, STRONG, widthOf } from '../painting/font.ts'
import { paintIcon } from '../painting/icon.ts'
import { paintPicture } from '../painting/picture.ts'
import { isNone, paintBox } from '../painting/shape.ts'
import { baselineOf, fitted } from '../painting/text-layout.ts'
import { valueText } from '../painting/value-text.ts'

const ICON_NAMES = [
  'none',
  'play',
  'pause',
  'refresh',
  'undo',
  'plus',
  'minus',
  'check',
  'close',
  'arrow-up',
  'arrow-down',
  'chevron-left',
  'chevron-right',
  'home',
  'settings',
  'bell',
  'warning',
  'info',
  'search',
  'list',
  'chart',
  'map',
  'expand',
  'external',
] as const

const Props = z.object({
  text: Text,
  emphasis: marked(z.enum(['normal', 'primary', 'danger']), { group: 'look' }),
  icon: marked(z.enum(ICON_NAMES), { group: 'look' }),
  /** A picture of the gallery in the icon's place. */
  picture: Picture,
  fontSize: FontSize,
  isBold: IsBold,
  /** '' for those of its emphasis. */
  fontColor: TextColour,
  backgroundColor: Colour,
  stroke: Colour,
  radius: CornerRadius,
})
type Props = z.infer<typeof Props>

const EMPHASES = {
  normal: { fill: 'surface-3', text: 'text-1', stroke: 'line-strong' },
  primary: { fill: 'accent', text: 'on-accent', stroke: 'accent' },
  danger: { fill: 'danger', text: 'on-alarm', stroke: 'danger' },
} as const
const GAP = 6

const orOwn = (look: Look, colour: string, role: string): string =>
  isNone(colour) ? look.token(role) : look.colour(colour)

function paint({ context, props, width, height, look, isPressed }: Painting<Props>): void {
  const { emphasis, icon, picture, fontSize } = props
  const own = EMPHASES[emphasis] ?? EMPHASES.normal
  const fill = isNone(props.backgroundColor) ? `var(--sg-${own.fill})` : props.backgroundColor
  const stroke = isNone(props.stroke) ? `var(--sg-${own.stroke})` : props.stroke
  paintBox(context, look, width, height, props.radius, fill, stroke, 1)
  const colour = orOwn(look, props.fontColor, own.text)
  if (isPressed) {
    // Darker or lighter by the colour of what stands on it, which every fill differs from.
    context.globalAlpha *= 0.16
    paintBox(context, look, width, height, props.radius, colour, '', 0)
    context.globalAlpha /= 0.16
    context.translate(0, 1)
  }
  const text = valueText(props.text, null, look.lang)
  const hasIcon = picture !== '' || icon !== 'none'
  const size = hasIcon ? Math.min(text === '' ? Math.min(width, height) * 0.6 : fontSize * 1.3, height - 6) : 0
  const gap = hasIcon && text !== '' ? GAP : 0
  const font = fontOf(context, look, fontSize, props.isBold ? STRONG : REGULAR)
  const shown = fitted(context, font, text, Math.max(0, width - 16 - size - gap))
  const wide = widthOf(context, font, shown)
  const left = (width - wide - size - gap) / 2
  context.fillStyle = colour
  context.fillText(shown, left + size + gap, baselineOf(font, height / 2))
  if (picture !== '') paintPicture(context, look, picture, 'contain', left, (height - size) / 2, size, size)
  else if (icon !== 'none') paintIcon(context, icon, colour, left, (height - size) / 2, size)
  if (isPressed) context.translate(0, -1)
}

/** What is pressed; its events say what happens. */
export default defineControl<Props>({
  kind: 'button',
  version: 1,
  category: 'operate',
  props: Props,
  defaults: {
    text: '',
    emphasis: 'normal',
    icon: 'none',
    picture: '',
    fontSize: 15,
    isBold: false,
    fontColor: '',
    backgroundColor: '',
    stroke: '',
    radius: 4,
  },
  size: { width: 112, height: 36 },
  bindable: ['text', 'backgroundColor', 'fontColor', 'icon', 'picture', 'emphasis'],
  paint,
  role: 'button',
  speak: ({ text }, _state, lang) => valueText(text, null, lang) || null,
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
