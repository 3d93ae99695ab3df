import * as z from 'zod/mini'
import { CornerRadius, Corners } from '../../../kinds/property-schema.ts'
import { defineControl, type Painting } from '../define-control.ts'
import { lineDefaults, lineInk, lineProps, paintOpenLine } from '../painting/open-line.ts'

const Props = z.object({ ...lineProps, radius: CornerRadius, corners: Corners })
type Props = z.infer<typeof Props>

const paint = ({ context, props, width, height, look }: Painting<Props>): void =>
  paintOpenLine(context, look, props, props.corners, width, height, props.radius)

/** A line along corners that are shares of the box, so that it grows with it. */
export default defineControl<Props>({
  kind: 'polyline',
  version: 1,
  category: 'basic',
  props: Props,
  defaults: {
    ...lineDefaults,
    radius: 0,
    corners: [
      { x: 0, y: 1 },
      { x: 0.35, y: 0 },
      { x: 0.65, y: 1 },
      { x: 1, y: 0 },
    ],
  },
  size: { width: 160, height: 80 },
  bindable: ['stroke', 'strokeWidth'],
  isUnmarked: true,
  paint,
  ink: lineInk,
  role: 'none',
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
