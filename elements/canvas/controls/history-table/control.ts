import * as z from 'zod/mini'
import { IsOn, marked, PointName, Text, TimeOf } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, sketchRows } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  points: marked(
    z.array(z.object({ point: PointName, label: marked(Text, { group: 'value' }) })).check(z.maxLength(12)),
    { group: 'value' },
  ),
  timeOf: TimeOf,
  span: marked(z.enum(['hour', 'hours6', 'day', 'week', 'month', 'today']), { group: 'value' }),
  hasTools: IsOn,
  hasFrame: IsOn,
})
export type HistoryTableProps = z.infer<typeof props>

/** Stored values of some points, a row for each time, the newest first. */
export default defineControl<HistoryTableProps>({
  kind: 'history-table',
  version: 1,
  category: 'trend',
  props,
  defaults: { title: '', points: [], timeOf: 'own', span: 'day', hasTools: true, hasFrame: true },
  size: { width: 480, height: 280 },
  bindable: ['title'],
  pointList: 'points',
  paint: (painting) => paintFrame(painting, painting.props, sketchRows),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
