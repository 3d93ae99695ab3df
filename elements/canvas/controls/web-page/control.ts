import * as z from 'zod/mini'
import { DAY_S } from '../../../../core/catalogue/durations.ts'
import { IsOn, marked, Text, WebAddress } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  url: marked(WebAddress, { group: 'value' }),
  /** Loaded anew after so long; 0 for never. */
  everyS: marked(z.number().check(z.minimum(0), z.maximum(DAY_S)), { group: 'behaviour', unit: 's', step: 10 }),
  hasFrame: IsOn,
})
export type WebPageProps = z.infer<typeof props>

/** A window with its bar. */
const sketch: Sketch = (context, width, height) => {
  context.strokeRect(0, 0, width, height)
  context.fillRect(0, 0, width, Math.min(14, height / 4))
  for (let top = 28; top + 6 < height - 6; top += 16) context.fillRect(10, top, Math.max(0, width * 0.6 - 20), 6)
}

/** A page of somewhere else, shut off from this one. */
export default defineControl<WebPageProps>({
  kind: 'web-page',
  version: 1,
  category: 'media',
  props,
  defaults: { title: '', url: '', everyS: 0, hasFrame: true },
  size: { width: 480, height: 320 },
  bindable: ['url', 'title'],
  // Without a surface of its own the sketch would be seen behind it.
  paint: (painting) => {
    if (painting.props.hasFrame) paintFrame(painting, painting.props, sketch)
  },
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
