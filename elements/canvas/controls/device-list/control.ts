import * as z from 'zod/mini'
import { GroupId, IsOn, marked, TemplateId, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, sketchRows } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  of: marked(z.enum(['all', 'group', 'template']), {
    group: 'value',
    choiceNames: ['of_all', 'of_group', 'of_template'],
  }),
  group_id: GroupId,
  template_id: TemplateId,
  /** Points, by their keys, whose newest value each row has. */
  columns: marked(
    z
      .array(
        z.object({
          key: marked(z.string().check(z.maxLength(64)), { type: 'text', group: 'value' }),
          label: marked(Text, { group: 'value' }),
        }),
      )
      .check(z.maxLength(4)),
    { group: 'value' },
  ),
  hasSearch: IsOn,
  hasFrame: IsOn,
})
export type DeviceListProps = z.infer<typeof props>

/** Devices with their states and newest values; the one that is pressed is shown by the rest of the dashboard. */
export default defineControl<DeviceListProps>({
  kind: 'device-list',
  version: 1,
  category: 'dashboard',
  props,
  defaults: {
    title: '',
    of: 'all',
    group_id: null,
    template_id: null,
    columns: [],
    hasSearch: true,
    hasFrame: true,
  },
  size: { width: 480, height: 320 },
  bindable: ['title'],
  paint: (painting) => paintFrame(painting, painting.props, sketchRows),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
