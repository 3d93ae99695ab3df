import * as z from 'zod/mini'
import { IsOn, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'
import { PictureFit, STREAM_SOURCE, STREAM_SOURCE_DEFAULTS } from './source-props.ts'

const props = z.object({
  title: Text,
  ...STREAM_SOURCE,
  fit: PictureFit,
  isAutoplay: IsOn,
  isMuted: IsOn,
  hasControls: IsOn,
  hasFrame: IsOn,
})
export type VideoProps = z.infer<typeof props>

/** A triangle to press. */
const sketch: Sketch = (context, width, height) => {
  const r = Math.min(width, height) * 0.22
  context.beginPath()
  context.moveTo(width / 2 - r * 0.7, height / 2 - r)
  context.lineTo(width / 2 + r, height / 2)
  context.lineTo(width / 2 - r * 0.7, height / 2 + r)
  context.closePath()
  context.stroke()
}

/** A live stream, or a recording. */
export default defineControl<VideoProps>({
  kind: 'video',
  version: 1,
  category: 'media',
  props,
  defaults: {
    ...STREAM_SOURCE_DEFAULTS,
    title: '',
    fit: 'contain',
    isAutoplay: true,
    isMuted: true,
    hasControls: true,
    hasFrame: true,
  },
  size: { width: 400, height: 240 },
  bindable: ['url', 'video', 'title'],
  // Without a surface of its own the sketch would be seen behind it.
  paint: (painting) => {
    if (painting.props.hasFrame) paintFrame(painting, painting.props, sketch)
  },
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
