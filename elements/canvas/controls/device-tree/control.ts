import * as z from 'zod/mini'
import { GroupOrChosen, IsOn, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { sketchTree } from '../view/dashboard-sketches.ts'
import { paintFrame } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  /** The group from which on they are shown; null for all. */
  group_id: GroupOrChosen,
  hasSearch: IsOn,
  hasFrame: IsOn,
})
export type DeviceTreeProps = z.infer<typeof props>

/** Device groups with their devices; the device that is pressed is shown by the rest of the dashboard. */
export default defineControl<DeviceTreeProps>({
  kind: 'device-tree',
  version: 1,
  category: 'dashboard',
  props,
  defaults: { title: '', group_id: null, hasSearch: true, hasFrame: true },
  size: { width: 260, height: 360 },
  bindable: ['title'],
  paint: (painting) => paintFrame(painting, painting.props, sketchTree),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
