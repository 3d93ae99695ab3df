import * as z from 'zod/mini'
import { Colour, IsOn, marked } from '../../../kinds/property-schema.ts'
import { INSTRUMENT, INSTRUMENT_RULES } from '../instrument/limits.ts'

export const props = z
  .object({
    ...INSTRUMENT,
    shape: marked(z.enum(['cylinder', 'horizontal', 'cone', 'box', 'open']), { group: 'look' }),
    hasScale: IsOn,
    hasValue: IsOn,
    /** Of the liquid, in a coloured screen. */
    color: Colour,
  })
  .check(...INSTRUMENT_RULES)
export type TankProps = z.infer<typeof props>
