import * as z from 'zod/mini'
import { IsOn, marked, PointName, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, sketchCurve } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  points: marked(
    z.array(z.object({ point: PointName, label: marked(Text, { group: 'value' }) })).check(z.maxLength(8)),
    { group: 'value' },
  ),
  /** How far back it reaches. */
  minutes: marked(z.number().check(z.minimum(0.5), z.maximum(120)), { group: 'value', unit: 'min', step: 1 }),
  hasFrame: IsOn,
})
export type RealtimeCurveProps = z.infer<typeof props>

/** The last minutes of up to 8 points, going on as their values come. */
export default defineControl<RealtimeCurveProps>({
  kind: 'realtime-curve',
  version: 1,
  category: 'trend',
  props,
  defaults: { title: '', points: [], minutes: 10, hasFrame: true },
  size: { width: 480, height: 260 },
  bindable: ['title'],
  pointList: 'points',
  paint: (painting) => paintFrame(painting, painting.props, sketchCurve),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
