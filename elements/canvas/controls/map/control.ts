import * as z from 'zod/mini'
import { DeviceSn, GroupOrChosen, IsOn, marked, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'

const PointKeyName = marked(z.string().check(z.maxLength(64)), { type: 'text', group: 'value' })

const props = z.object({
  title: Text,
  of: marked(z.enum(['device', 'group', 'all']), {
    group: 'value',
    choiceNames: ['of_device', 'of_group', 'of_all'],
  }),
  sn_code: DeviceSn,
  group_id: GroupOrChosen,
  latPoint: PointKeyName,
  lngPoint: PointKeyName,
  hasNames: IsOn,
  hasFrame: IsOn,
})
export type MapProps = z.infer<typeof props>

/** Three pins over a coast. */
const sketch: Sketch = (context, width, height) => {
  context.beginPath()
  context.moveTo(0, height * 0.7)
  context.bezierCurveTo(width * 0.3, height * 0.3, width * 0.55, height * 1.05, width, height * 0.35)
  context.stroke()
  const r = Math.max(3, Math.min(7, height * 0.06))
  for (const [x, y] of [
    [0.24, 0.32],
    [0.55, 0.5],
    [0.8, 0.2],
  ] as const) {
    context.beginPath()
    context.arc(width * x, height * y, r, 0, Math.PI * 2)
    context.stroke()
  }
}

/** Where devices are that report a latitude and a longitude, by colour and shape of their state. */
export default defineControl<MapProps>({
  kind: 'map',
  version: 1,
  category: 'media',
  props,
  defaults: {
    title: '',
    of: 'device',
    sn_code: '',
    group_id: null,
    latPoint: 'lat',
    lngPoint: 'lng',
    hasNames: true,
    hasFrame: true,
  },
  size: { width: 480, height: 320 },
  bindable: ['title'],
  paint: (painting) => paintFrame(painting, painting.props, sketch),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
