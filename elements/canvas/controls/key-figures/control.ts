import * as z from 'zod/mini'
import { IsOn, marked, PointName, Text, TimeOf } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  points: marked(
    z
      .array(
        z.object({
          point: PointName,
          label: marked(Text, { group: 'value' }),
          /** Which change is marked as good; none where the author does not say. */
          better: marked(z.enum(['none', 'higher', 'lower']), {
            group: 'value',
            choiceNames: ['better_none', 'better_higher', 'better_lower'],
          }),
        }),
      )
      .check(z.maxLength(6)),
    { group: 'value' },
  ),
  timeOf: TimeOf,
  /** The span that is compared with the same span before. */
  span: marked(z.enum(['none', 'hour', 'day', 'week']), {
    group: 'value',
    choiceNames: ['span_none', 'span_hour', 'span_day', 'span_week'],
  }),
  aggregate: marked(z.enum(['average', 'sum', 'difference']), {
    group: 'value',
    choiceNames: ['aggregate_average', 'aggregate_sum', 'aggregate_difference'],
  }),
  hasFrame: IsOn,
})
export type KeyFiguresProps = z.infer<typeof props>

/** Figures side by side. */
const sketch: Sketch = (context, width, height) => {
  const count = Math.max(1, Math.min(4, Math.floor(width / 90)))
  const room = width / count
  for (let at = 0; at < count; at += 1) {
    context.fillRect(at * room, height / 2 - 18, room * 0.4, 5)
    context.fillRect(at * room, height / 2 - 6, room * 0.7, 14)
  }
}

/** Newest values of a few points, each with its change against the same span of time before. */
export default defineControl<KeyFiguresProps>({
  kind: 'key-figures',
  version: 1,
  category: 'dashboard',
  props,
  defaults: { title: '', points: [], timeOf: 'own', span: 'day', aggregate: 'average', hasFrame: true },
  size: { width: 480, height: 120 },
  bindable: ['title'],
  pointList: 'points',
  paint: (painting) => paintFrame(painting, painting.props, sketch),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
