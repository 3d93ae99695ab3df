import * as z from 'zod/mini'
import { BoundValue, Colour, FontSize, marked, Text, TextColour } from '../../../kinds/property-schema.ts'
import { defineControl, type Painting } from '../define-control.ts'
import { fontOf } from '../painting/font.ts'
import { isNone, setLine, setSolid, shapePath } from '../painting/shape.ts'
import { paintLine } from '../painting/text-layout.ts'
import { numberOf } from '../painting/value-text.ts'

const Lamp = z.object({
  text: Text,
  shape: marked(z.enum(['circle', 'square', 'triangle', 'diamond', 'octagon']), { group: 'look' }),
  /** '' for the style's own: grey, or the state's colour. */
  color: Colour,
  isFilled: marked(z.boolean(), { group: 'look' }),
})

const Props = z.object({
  /** The lamp by its number, from 0; a truth is 0 or 1. */
  value: BoundValue,
  lamps: marked(z.array(Lamp).check(z.minLength(2), z.maxLength(32)), { group: 'look' }),
  textPlace: marked(z.enum(['none', 'right', 'bottom']), { group: 'text' }),
  fontSize: FontSize,
  fontColor: TextColour,
})
type Props = z.infer<typeof Props>

/** A lamp's shape, fill and word show its state; without a value it shows none. */
function lampOf({ value, lamps }: Props): z.infer<typeof Lamp> | undefined {
  const number = numberOf(value)
  return number === null ? undefined : lamps[Math.floor(number)]
}

function paint({ context, props, width, height, look }: Painting<Props>): void {
  const { textPlace, fontSize } = props
  const lamp = lampOf(props)
  const below = textPlace === 'bottom' ? fontSize * 1.5 : 0
  const side = Math.max(6, Math.min(textPlace === 'right' ? height : width, height - below))
  const [x, y] = [textPlace === 'right' ? side / 2 : width / 2, (height - below) / 2]
  const line = Math.max(1.5, side / 14)
  const r = side / 2 - line / 2 - 0.5
  shapePath(context, lamp?.shape ?? 'circle', x, y, r)
  context.lineJoin = 'round'
  if (!lamp) {
    setLine(context, look.token('text-3'), line, 'dashed')
    context.stroke()
    setSolid(context)
  } else {
    const own = look.token(look.style === 'coloured' && lamp.isFilled ? 'state-online' : 'text-2')
    const colour = isNone(lamp.color) ? own : look.colour(lamp.color)
    context.fillStyle = lamp.isFilled ? colour : look.token('surface-1')
    context.fill()
    setLine(context, lamp.isFilled ? look.token('line-strong') : colour, line)
    context.stroke()
  }
  context.lineJoin = 'miter'
  if (textPlace === 'none' || !lamp || lamp.text === '') return
  const font = fontOf(context, look, fontSize)
  context.fillStyle = look.colour(props.fontColor)
  if (textPlace === 'right') paintLine(context, font, lamp.text, side + 6, height / 2, width - side - 6)
  else paintLine(context, font, lamp.text, 0, height - below / 2, width, 'center')
}

/** A lamp: each of its states has a shape, so that it never depends on colour alone. */
export default defineControl<Props>({
  kind: 'indicator',
  version: 1,
  category: 'instrument',
  props: Props,
  defaults: {
    value: null,
    lamps: [
      { text: 'OFF', shape: 'circle', color: '', isFilled: false },
      { text: 'ON', shape: 'circle', color: '', isFilled: true },
      { text: 'FAULT', shape: 'triangle', color: 'var(--sg-alarm-5)', isFilled: true },
    ],
    textPlace: 'none',
    fontSize: 13,
    fontColor: 'var(--sg-text-1)',
  },
  size: { width: 28, height: 28 },
  bindable: ['value', 'fontColor'],
  paint,
  role: 'img',
  speak: (props) => {
    const lamp = lampOf(props)
    return lamp ? lamp.text || String(props.value) : null
  },
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
