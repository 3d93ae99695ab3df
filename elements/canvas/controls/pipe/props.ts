import * as z from 'zod/mini'
import { BoundValue, Colour, CornerRadius, Corners, IsOn, marked } from '../../../kinds/property-schema.ts'

const PipeEnd = marked(z.enum(['open', 'flange', 'cap']), { group: 'look' })
const Thickness = marked(z.number().check(z.minimum(2), z.maximum(400)), { group: 'look', unit: 'px', step: 1 })

export const Props = z.object({
  /** What flows: nothing at 0, null and false; below 0 it flows from the end to the start. */
  flow: BoundValue,
  isReversed: marked(z.boolean(), { group: 'behaviour' }),
  /** Its dashes move while it flows; else an arrow says which way (ISA-101: nothing moves in the normal state). */
  isAnimated: IsOn,
  thickness: Thickness,
  /** `auto` is as the document's style is. */
  wall: marked(z.enum(['auto', 'grey', 'coloured']), { group: 'look' }),
  /** '' for the wall's own. */
  color: Colour,
  flowColor: Colour,
  radius: CornerRadius,
  startEnd: PipeEnd,
  endEnd: PipeEnd,
  corners: Corners,
})
export type PipeProps = z.infer<typeof Props>
