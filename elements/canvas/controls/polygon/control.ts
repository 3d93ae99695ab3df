import * as z from 'zod/mini'
import { Corners, marked } from '../../../kinds/property-schema.ts'
import { defineControl, type Painting } from '../define-control.ts'
import { cornersPath } from '../painting/corners.ts'
import {
  paintShape,
  shapeBindable,
  shapeDefaults,
  shapeProps,
  speakLevel,
  strokeInset,
} from '../painting/filled-shape.ts'

const Props = z.object({
  ...shapeProps,
  /** 0 draws the corners as they are given. */
  sides: marked(z.int().check(z.minimum(0), z.maximum(60)), { group: 'look' }),
  corners: Corners,
})
type Props = z.infer<typeof Props>

const regular = new Map<number, Corners>()

/** A regular polygon that stands on a side where it can, stretched to fill its box. */
function regularCorners(sides: number): Corners {
  const known = regular.get(sides)
  if (known) return known
  const start = -Math.PI / 2 + (sides % 2 === 0 ? Math.PI / sides : 0)
  const angles = [...Array(sides)].map((_, at) => start + (at * Math.PI * 2) / sides)
  const [xs, ys] = [angles.map(Math.cos), angles.map(Math.sin)]
  const share = (all: number[], one: number) => (one - Math.min(...all)) / (Math.max(...all) - Math.min(...all))
  const made = angles.map((_, at) => ({ x: share(xs, xs[at] as number), y: share(ys, ys[at] as number) }))
  regular.set(sides, made)
  return made
}

function paint({ context, props, width, height, look }: Painting<Props>): void {
  const { sides, corners } = props
  const inset = sides >= 3 ? strokeInset(props, width, height) : 0
  context.translate(inset, inset)
  cornersPath(context, sides >= 3 ? regularCorners(sides) : corners, width - inset * 2, height - inset * 2)
  context.translate(-inset, -inset)
  context.closePath()
  context.lineJoin = 'round'
  paintShape(context, look, props, width, height)
  context.lineJoin = 'miter'
}

/** A regular polygon, or one of corners that are given as shares of the box. */
export default defineControl<Props>({
  kind: 'polygon',
  version: 1,
  category: 'basic',
  props: Props,
  defaults: {
    ...shapeDefaults,
    sides: 6,
    corners: [
      { x: 0.5, y: 0 },
      { x: 1, y: 1 },
      { x: 0, y: 1 },
    ],
  },
  size: { width: 96, height: 84 },
  bindable: [...shapeBindable],
  paint,
  ink: (props) => (props.sides >= 3 ? 0 : props.strokeWidth / 2),
  role: 'img',
  speak: speakLevel,
  triggers: ['click', 'double_click', 'press', 'release', 'change'],
})
