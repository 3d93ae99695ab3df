import * as z from 'zod/mini'
import { IsOn, marked, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'

const props = z.object({
  /** '' for what the provider calls the place. */
  label: marked(Text, { group: 'value' }),
  lat: marked(z.nullable(z.number().check(z.minimum(-90), z.maximum(90))), { group: 'value', unit: '°', step: 0.01 }),
  lng: marked(z.nullable(z.number().check(z.minimum(-180), z.maximum(180))), { group: 'value', unit: '°', step: 0.01 }),
  hasFrame: IsOn,
})
export type WeatherProps = z.infer<typeof props>

/** A cloud. */
const sketch: Sketch = (context, width, height) => {
  const r = Math.min(width, height * 1.6) * 0.18
  const x = width / 2
  const y = height / 2
  context.beginPath()
  context.arc(x - r, y + r * 0.3, r * 0.7, Math.PI * 0.5, Math.PI * 1.5)
  context.arc(x, y - r * 0.2, r * 0.9, Math.PI * 1.1, Math.PI * 1.95)
  context.arc(x + r, y + r * 0.3, r * 0.7, Math.PI * 1.5, Math.PI * 0.5)
  context.closePath()
  context.stroke()
}

/** The weather at a place, from the provider in the server's settings. */
export default defineControl<WeatherProps>({
  kind: 'weather',
  version: 1,
  category: 'basic',
  props,
  defaults: { label: '', lat: null, lng: null, hasFrame: true },
  size: { width: 220, height: 120 },
  bindable: ['label', 'lat', 'lng'],
  paint: (painting) => {
    const { label, hasFrame } = painting.props
    paintFrame(painting, { title: label, hasFrame }, sketch)
  },
  view: () => import('./View.tsx'),
  role: 'none',
  triggers: [],
})
