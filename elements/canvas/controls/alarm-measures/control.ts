import * as z from 'zod/mini'
import { DeviceSn, GroupOrChosen, IsOn, marked, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  shows: marked(z.enum(['standing', 'hours', 'frequent']), {
    group: 'value',
    choiceNames: ['shows_standing', 'shows_hours', 'shows_frequent'],
  }),
  of: marked(z.enum(['all', 'group', 'device']), {
    group: 'value',
    choiceNames: ['of_all', 'of_group', 'of_device'],
  }),
  sn_code: DeviceSn,
  group_id: GroupOrChosen,
  hasFrame: IsOn,
})
export type AlarmMeasuresProps = z.infer<typeof props>

/** Columns that fall off. */
const sketch: Sketch = (context, width, height) => {
  const count = Math.max(3, Math.min(12, Math.floor(width / 24)))
  const room = width / count
  for (let at = 0; at < count; at += 1) {
    const share = 1 / (1 + at * 0.35)
    context.fillRect(at * room + room * 0.15, height * (1 - share), room * 0.7, height * share)
  }
}

/** Numbers of an alarm system: the alarms that stand, those of the last day by hour, or the most frequent ones. */
export default defineControl<AlarmMeasuresProps>({
  kind: 'alarm-measures',
  version: 1,
  category: 'dashboard',
  props,
  defaults: { title: '', shows: 'standing', of: 'all', sn_code: '', group_id: null, hasFrame: true },
  size: { width: 400, height: 220 },
  bindable: ['title'],
  paint: (painting) => paintFrame(painting, painting.props, sketch),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
