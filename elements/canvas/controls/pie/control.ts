import * as z from 'zod/mini'
import { IsOn, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { CategoryPoints } from '../view/category-points.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  points: CategoryPoints,
  isRing: IsOn,
  hasFrame: IsOn,
})
export type PieProps = z.infer<typeof props>

/** A circle with a slice. */
const sketch: Sketch = (context, width, height) => {
  const r = Math.max(2, Math.min(width, height) / 2 - 2)
  context.beginPath()
  context.arc(width / 2, height / 2, r, 0, Math.PI * 2)
  context.moveTo(width / 2, height / 2 - r)
  context.lineTo(width / 2, height / 2)
  context.lineTo(width / 2 + r, height / 2)
  context.stroke()
}

/** Shares of the newest values of a few points. */
export default defineControl<PieProps>({
  kind: 'pie',
  version: 1,
  category: 'dashboard',
  props,
  defaults: { title: '', points: [], isRing: true, hasFrame: true },
  size: { width: 320, height: 220 },
  bindable: ['title'],
  pointList: 'points',
  paint: (painting) => paintFrame(painting, painting.props, sketch),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
