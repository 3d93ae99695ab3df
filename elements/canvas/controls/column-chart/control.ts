import * as z from 'zod/mini'
import { IsOn, marked, Text, TimeOf } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { CategoryPoints } from '../view/category-points.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  points: CategoryPoints,
  /** A column for the newest value of each point, or columns of each point for each hour or day. */
  by: marked(z.enum(['point', 'hour', 'day']), { group: 'value', choiceNames: ['by_point', 'by_hour', 'by_day'] }),
  timeOf: TimeOf,
  span: marked(z.enum(['day', 'week', 'month']), {
    group: 'value',
    choiceNames: ['span_day', 'span_week', 'span_month'],
  }),
  aggregate: marked(z.enum(['difference', 'highest', 'lowest', 'last']), {
    group: 'value',
    choiceNames: ['aggregate_difference', 'aggregate_highest', 'aggregate_lowest', 'aggregate_last'],
  }),
  hasFrame: IsOn,
})
export type ColumnChartProps = z.infer<typeof props>

/** Columns on their axis. */
const sketch: Sketch = (context, width, height) => {
  const count = Math.max(2, Math.min(8, Math.floor(width / 32)))
  const room = width / count
  for (let at = 0; at < count; at += 1) {
    const share = 0.35 + 0.5 * Math.abs(Math.sin(at * 1.7 + 0.6))
    context.fillRect(at * room + room * 0.2, height * (1 - share), room * 0.6, height * share)
  }
  context.beginPath()
  context.moveTo(0, height)
  context.lineTo(width, height)
  context.stroke()
}

/** Newest values of a few points side by side, or what they came to in each hour or day. */
export default defineControl<ColumnChartProps>({
  kind: 'column-chart',
  version: 1,
  category: 'dashboard',
  props,
  defaults: { title: '', points: [], by: 'point', timeOf: 'own', span: 'day', aggregate: 'difference', hasFrame: true },
  size: { width: 400, height: 240 },
  bindable: ['title'],
  pointList: 'points',
  paint: (painting) => paintFrame(painting, painting.props, sketch),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
