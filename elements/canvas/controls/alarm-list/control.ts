import * as z from 'zod/mini'
import { LIMITS } from '../../../../core/catalogue/limits.ts'
import { DeviceSn, GroupOrChosen, IsOn, marked, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, sketchRows } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  of: marked(z.enum(['device', 'group', 'all']), {
    group: 'value',
    choiceNames: ['of_device', 'of_group', 'of_all'],
  }),
  sn_code: DeviceSn,
  group_id: GroupOrChosen,
  /** 1 shows all. */
  minLevel: marked(z.int().check(z.minimum(LIMITS.alarmLevelMin), z.maximum(LIMITS.alarmLevelMax)), { group: 'value' }),
  hasConfirm: IsOn,
  hasFrame: IsOn,
})
export type AlarmListProps = z.infer<typeof props>

/** Alarms that are not over, the worst first; in a replay, those that were not over then. */
export default defineControl<AlarmListProps>({
  kind: 'alarm-list',
  version: 1,
  category: 'trend',
  props,
  defaults: {
    title: '',
    of: 'device',
    sn_code: '',
    group_id: null,
    minLevel: 1,
    hasConfirm: true,
    hasFrame: true,
  },
  size: { width: 400, height: 240 },
  bindable: ['title'],
  paint: (painting) => paintFrame(painting, painting.props, sketchRows),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
