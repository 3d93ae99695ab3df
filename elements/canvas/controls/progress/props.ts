import * as z from 'zod/mini'
import { Bound, BoundValue, Colour, Decimals, marked, Text, Unit } from '../../../kinds/property-schema.ts'

export const props = z.object({
  value: BoundValue,
  min: Bound,
  max: Bound,
  decimals: Decimals,
  unit: Unit,
  label: Text,
  shape: marked(z.enum(['line', 'ring']), { group: 'look' }),
  shows: marked(z.enum(['percent', 'number', 'nothing']), { group: 'look' }),
  color: Colour,
})
export type ProgressProps = z.infer<typeof props>
