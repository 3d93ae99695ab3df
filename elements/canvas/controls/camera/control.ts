import * as z from 'zod/mini'
import { IsOn, marked, Text, WebAddress } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { PictureFit, STREAM_SOURCE, STREAM_SOURCE_DEFAULTS } from '../video/source-props.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'

const props = z.object({
  title: Text,
  shows: marked(z.enum(['stream', 'pictures']), { group: 'value', choiceNames: ['shows_stream', 'shows_pictures'] }),
  ...STREAM_SOURCE,
  /** A still picture that the camera takes anew at each request. */
  pictureUrl: marked(WebAddress, { group: 'value' }),
  everyS: marked(z.number().check(z.minimum(1), z.maximum(3600)), { group: 'value', unit: 's', step: 1 }),
  fit: PictureFit,
  hasTime: IsOn,
  hasFullScreen: IsOn,
  hasFrame: IsOn,
})
export type CameraProps = z.infer<typeof props>

/** A lens in its housing. */
const sketch: Sketch = (context, width, height) => {
  const r = Math.min(width, height) * 0.16
  context.strokeRect(width / 2 - r * 2, height / 2 - r * 1.5, r * 4, r * 3)
  context.beginPath()
  context.arc(width / 2, height / 2, r, 0, Math.PI * 2)
  context.stroke()
}

/** What a camera sees: its stream, or a picture of it every few seconds, with the time of what is shown. */
export default defineControl<CameraProps>({
  kind: 'camera',
  version: 1,
  category: 'media',
  props,
  defaults: {
    ...STREAM_SOURCE_DEFAULTS,
    title: '',
    shows: 'stream',
    pictureUrl: '',
    everyS: 5,
    fit: 'contain',
    hasTime: true,
    hasFullScreen: true,
    hasFrame: true,
  },
  size: { width: 400, height: 260 },
  bindable: ['url', 'video', 'pictureUrl', 'title'],
  // Without a surface of its own the sketch would be seen behind it.
  paint: (painting) => {
    if (painting.props.hasFrame) paintFrame(painting, painting.props, sketch)
  },
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
