import * as z from 'zod/mini'
import { defineControl, type Painting } from '../define-control.ts'
import {
  paintShape,
  type ShapeProps,
  shapeBindable,
  shapeDefaults,
  shapeProps,
  speakLevel,
  strokeInset,
} from '../painting/filled-shape.ts'

function paint({ context, props, width, height, look }: Painting<ShapeProps>): void {
  const inset = strokeInset(props, width, height)
  context.beginPath()
  context.ellipse(width / 2, height / 2, width / 2 - inset, height / 2 - inset, 0, 0, Math.PI * 2)
  paintShape(context, look, props, width, height)
}

export default defineControl<ShapeProps>({
  kind: 'ellipse',
  version: 1,
  category: 'basic',
  props: z.object(shapeProps),
  defaults: shapeDefaults,
  size: { width: 80, height: 80 },
  bindable: shapeBindable,
  paint,
  role: 'img',
  speak: speakLevel,
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
