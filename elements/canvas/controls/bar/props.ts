import * as z from 'zod/mini'
import { Colour, IsOn, marked, OptionalBound } from '../../../kinds/property-schema.ts'
import { INSTRUMENT, INSTRUMENT_RULES } from '../instrument/limits.ts'

export const props = z
  .object({
    ...INSTRUMENT,
    setpoint: OptionalBound,
    direction: marked(z.enum(['vertical', 'horizontal']), { group: 'look' }),
    pointer: marked(z.enum(['marker', 'fill']), { group: 'look' }),
    hasScale: IsOn,
    hasValue: IsOn,
    /** Of the pointer or the filling, in a coloured screen. */
    color: Colour,
  })
  .check(...INSTRUMENT_RULES)
export type BarProps = z.infer<typeof props>
