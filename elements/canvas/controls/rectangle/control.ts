import * as z from 'zod/mini'
import { CornerRadius } from '../../../kinds/property-schema.ts'
import { defineControl, type Painting } from '../define-control.ts'
import {
  paintShape,
  shapeBindable,
  shapeDefaults,
  shapeProps,
  speakLevel,
  strokeInset,
} from '../painting/filled-shape.ts'
import { roundedBox } from '../painting/shape.ts'

const Props = z.object({ ...shapeProps, radius: CornerRadius })
type Props = z.infer<typeof Props>

function paint({ context, props, width, height, look }: Painting<Props>): void {
  const inset = strokeInset(props, width, height)
  roundedBox(context, inset, inset, width - inset * 2, height - inset * 2, props.radius - inset)
  paintShape(context, look, props, width, height)
}

export default defineControl<Props>({
  kind: 'rectangle',
  version: 1,
  category: 'basic',
  props: Props,
  defaults: { ...shapeDefaults, radius: 0 },
  size: { width: 120, height: 80 },
  bindable: [...shapeBindable, 'radius'],
  paint,
  role: 'img',
  speak: speakLevel,
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
