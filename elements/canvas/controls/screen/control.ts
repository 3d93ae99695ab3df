import * as z from 'zod/mini'
import { DeviceSn, IsOn, marked, ScreenId, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  sn_code: DeviceSn,
  /** Null for the device's start screen. */
  screen_id: marked(ScreenId, { group: 'value' }),
  hasFrame: IsOn,
})
export type ScreenProps = z.infer<typeof props>

/** A vessel and its pipes. */
const sketch: Sketch = (context, width, height) => {
  context.strokeRect(width * 0.08, height * 0.25, width * 0.22, height * 0.5)
  context.strokeRect(width * 0.66, height * 0.15, width * 0.24, height * 0.4)
  context.beginPath()
  context.moveTo(width * 0.3, height * 0.62)
  context.lineTo(width * 0.5, height * 0.62)
  context.lineTo(width * 0.5, height * 0.4)
  context.lineTo(width * 0.66, height * 0.4)
  context.stroke()
}

/** A configuration screen of a device, fitted into the box. */
export default defineControl<ScreenProps>({
  kind: 'screen',
  version: 1,
  category: 'dashboard',
  props,
  defaults: { title: '', sn_code: '', screen_id: null, hasFrame: true },
  size: { width: 480, height: 300 },
  bindable: ['title'],
  paint: (painting) => paintFrame(painting, painting.props, sketch),
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
