import * as z from 'zod/mini'
import { ControlName, IsOn, marked, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'

const MOST_TABS = 12

const props = z.object({
  /** What the tabs are of, for those who do not see where they stand. */
  label: marked(Text, { group: 'value' }),
  tabs: marked(
    z
      .array(z.object({ label: marked(Text, { group: 'value' }), control_id: marked(ControlName, { group: 'value' }) }))
      .check(z.maxLength(MOST_TABS)),
    { group: 'value' },
  ),
  /** The one that is shown at first, from 1. */
  initial: marked(z.int().check(z.minimum(1), z.maximum(MOST_TABS)), { group: 'behaviour' }),
  look: marked(z.enum(['tabs', 'toggle']), { group: 'look', choiceNames: ['look_tabs', 'look_toggle'] }),
  hasFrame: IsOn,
})
export type TabsProps = z.infer<typeof props>

/** A row of tabs. */
const sketch: Sketch = (context, width, height) => {
  const room = Math.min(96, width / 3)
  for (let at = 0; at < 3; at += 1) context.fillRect(at * room + room * 0.15, height / 2 - 3, room * 0.7, 6)
  context.beginPath()
  context.moveTo(0, height)
  context.lineTo(room, height)
  context.stroke()
}

/** Shows one of several controls, most often groups, and hides the others. */
export default defineControl<TabsProps>({
  kind: 'tabs',
  version: 1,
  category: 'dashboard',
  props,
  defaults: { label: '', tabs: [], initial: 1, look: 'tabs', hasFrame: false },
  size: { width: 320, height: 40 },
  bindable: [],
  // Without a surface of its own the sketch would be seen behind it.
  paint: (painting) => {
    if (painting.props.hasFrame) paintFrame(painting, { title: '', hasFrame: true }, sketch)
  },
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
