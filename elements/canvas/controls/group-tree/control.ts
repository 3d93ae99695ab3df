import * as z from 'zod/mini'
import { GroupId, IsOn, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { sketchTree } from '../view/dashboard-sketches.ts'
import { paintFrame } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  /** The group from which on they are shown; null for all. */
  group_id: GroupId,
  hasFrame: IsOn,
})
export type GroupTreeProps = z.infer<typeof props>

/** Device groups; the lists of devices beside it show those of the group that is pressed. */
export default defineControl<GroupTreeProps>({
  kind: 'group-tree',
  version: 1,
  category: 'dashboard',
  props,
  defaults: { title: '', group_id: null, hasFrame: true },
  size: { width: 220, height: 280 },
  bindable: ['title'],
  paint: (painting) => paintFrame(painting, painting.props, sketchTree),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
