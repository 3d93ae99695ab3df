import * as z from 'zod/mini'
import { BoundValue, Colour, FontSize, IsOn, marked, Text } from '../../../kinds/property-schema.ts'

export const Props = z.object({
  /** `sg/valves/gate` of the library, or `gallery/<resource_id>`, an SVG of the user's own; '' for none. */
  symbol: marked(z.string().check(z.maxLength(200), z.regex(/^(|sg\/[a-z]+\/[a-z\d-]+|gallery\/[\w.-]+)$/)), {
    type: 'picture',
    group: 'look',
  }),
  /** The name of one of the symbol's states, its number among them from 0, or a truth: off and on. */
  state: BoundValue,
  /** The same for what only runs or not; `state` comes first. */
  running: BoundValue,
  /** 0 to 1, of what has a level. */
  level: marked(z.nullable(z.number()), { group: 'value', step: 0.05 }),
  /** A mark beside any state. */
  fault: BoundValue,
  label: marked(Text, { group: 'text' }),
  fontSize: FontSize,
  color: Colour,
  liquidColor: Colour,
  keepsAspect: IsOn,
  /** Its parts move while it runs. Still unless asked for: motion in the normal state draws the eye to nothing (ISA-101). */
  isAnimated: IsOn,
})
export type SymbolProps = z.infer<typeof Props>
