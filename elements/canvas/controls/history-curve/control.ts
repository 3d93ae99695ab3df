import * as z from 'zod/mini'
import { IsOn, marked, PointName, Text, TimeOf } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, sketchCurve } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  points: marked(
    z.array(z.object({ point: PointName, label: marked(Text, { group: 'value' }) })).check(z.maxLength(8)),
    { group: 'value' },
  ),
  timeOf: TimeOf,
  span: marked(z.enum(['hour', 'hours6', 'day', 'week', 'month', 'today']), { group: 'value' }),
  hasTools: IsOn,
  hasFrame: IsOn,
})
export type HistoryCurveProps = z.infer<typeof props>

/** Stored values of up to 8 points over a range that whoever looks may change. */
export default defineControl<HistoryCurveProps>({
  kind: 'history-curve',
  version: 1,
  category: 'trend',
  props,
  defaults: { title: '', points: [], timeOf: 'own', span: 'day', hasTools: true, hasFrame: true },
  size: { width: 480, height: 280 },
  bindable: ['title'],
  pointList: 'points',
  paint: (painting) => paintFrame(painting, painting.props, sketchCurve),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
