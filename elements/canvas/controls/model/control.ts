import * as z from 'zod/mini'
import { BoundValue, IsOn, marked, Picture, Text } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paintFrame, type Sketch } from '../view/paint-frame.ts'

const PART_PROPERTIES = ['colour', 'visible', 'rotate_x', 'rotate_y', 'rotate_z', 'move_x', 'move_y', 'move_z'] as const

const degrees = (least: number, most: number) =>
  marked(z.number().check(z.minimum(least), z.maximum(most)), { group: 'look', unit: '°', step: 5 })

const props = z.object({
  title: Text,
  /** A model of the gallery. */
  model: marked(Picture, { type: 'picture', group: 'value' }),
  /** What is done to nodes of the model, by their names. */
  parts: marked(
    z
      .array(
        z.object({
          node: marked(Text, { group: 'value' }),
          property: marked(z.enum(PART_PROPERTIES), { group: 'value' }),
          value: BoundValue,
        }),
      )
      .check(z.maxLength(64)),
    { group: 'value' },
  ),
  azimuth: degrees(0, 360),
  elevation: degrees(-89, 89),
  zoom: marked(z.number().check(z.minimum(0.25), z.maximum(8)), { group: 'look', step: 0.1 }),
  isTurnable: IsOn,
  hasFrame: IsOn,
})
export type ModelProps = z.infer<typeof props>

/** A cube. */
const sketch: Sketch = (context, width, height) => {
  const r = Math.min(width, height) * 0.36
  const [x, y] = [width / 2, height / 2]
  const corner = (turn: number) => [x + r * Math.sin(turn), y - r * Math.cos(turn)] as const
  context.beginPath()
  for (let side = 0; side < 6; side += 1) context.lineTo(...corner((side * Math.PI) / 3))
  context.closePath()
  for (const side of [1, 3, 5]) {
    context.moveTo(x, y)
    context.lineTo(...corner((side * Math.PI) / 3))
  }
  context.stroke()
}

/** A 3D model, whose parts take colours, places and turns from values. */
export default defineControl<ModelProps>({
  kind: 'model',
  version: 1,
  category: 'media',
  props,
  defaults: {
    title: '',
    model: '',
    parts: [{ node: '', property: 'colour', value: null }],
    azimuth: 35,
    elevation: 20,
    zoom: 1,
    isTurnable: true,
    hasFrame: true,
  },
  size: { width: 360, height: 280 },
  bindable: [...[...Array(8)].map((_, row) => `parts.${row}.value`), 'title', 'azimuth', 'elevation', 'zoom'],
  // Without a surface of its own the sketch would be seen behind it.
  paint: (painting) => {
    if (painting.props.hasFrame) paintFrame(painting, painting.props, sketch)
  },
  view: () => import('./View.tsx'),
  role: 'img',
  speak: ({ parts }) =>
    parts.flatMap(({ node, value }) => (node === '' || value === null ? [] : `${node}: ${value}`)).join('; ') || null,
  triggers: [],
})
