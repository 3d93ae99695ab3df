import * as z from 'zod/mini'
import { Colour, CornerRadius, marked, Picture, StrokeWidth } from '../../../kinds/property-schema.ts'
import { defineControl, type Painting } from '../define-control.ts'
import { paintPicture } from '../painting/picture.ts'
import { fillAndStroke, roundedBox } from '../painting/shape.ts'

const Props = z.object({
  picture: Picture,
  fit: marked(z.enum(['contain', 'cover', 'stretch']), { group: 'look' }),
  backgroundColor: Colour,
  stroke: Colour,
  strokeWidth: StrokeWidth,
  radius: CornerRadius,
})
type Props = z.infer<typeof Props>

function paint({ context, props, width, height, look }: Painting<Props>): void {
  const { radius, picture, fit, strokeWidth } = props
  roundedBox(context, 0, 0, width, height, radius)
  fillAndStroke(context, look, props.backgroundColor, '', 0)
  if (radius > 0) {
    context.save()
    context.clip()
  }
  paintPicture(context, look, picture, fit, 0, 0, width, height)
  if (radius > 0) context.restore()
  if (strokeWidth <= 0) return
  const inset = strokeWidth / 2
  roundedBox(context, inset, inset, width - strokeWidth, height - strokeWidth, radius - inset)
  fillAndStroke(context, look, '', props.stroke, strokeWidth)
}

/** A picture of the gallery. */
export default defineControl<Props>({
  kind: 'picture',
  version: 1,
  category: 'basic',
  props: Props,
  defaults: { picture: '', fit: 'contain', backgroundColor: '', stroke: '', strokeWidth: 0, radius: 0 },
  size: { width: 160, height: 120 },
  bindable: ['picture', 'backgroundColor', 'stroke'],
  paint,
  role: 'img',
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
