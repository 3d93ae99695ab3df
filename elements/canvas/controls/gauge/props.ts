import * as z from 'zod/mini'
import { Colour, IsOn, marked, OptionalBound } from '../../../kinds/property-schema.ts'
import { INSTRUMENT, INSTRUMENT_RULES } from '../instrument/limits.ts'

export const props = z
  .object({
    ...INSTRUMENT,
    setpoint: OptionalBound,
    pointer: marked(z.enum(['needle', 'arc']), { group: 'look' }),
    /** Degrees of the whole scale. */
    sweep: marked(z.number().check(z.minimum(90), z.maximum(300)), { group: 'look', unit: '°', step: 10 }),
    hasScale: IsOn,
    hasValue: IsOn,
    /** Of the pointer, in a coloured screen. */
    color: Colour,
  })
  .check(...INSTRUMENT_RULES)
export type GaugeProps = z.infer<typeof props>
