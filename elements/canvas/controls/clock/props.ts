import * as z from 'zod/mini'
import { IsOn, marked, Text, TextColour } from '../../../kinds/property-schema.ts'

export const props = z.object({
  face: marked(z.enum(['digital', 'analog']), { group: 'look' }),
  hasSeconds: IsOn,
  hasDate: IsOn,
  hasWeekday: IsOn,
  /** An IANA name; '' for the tenant's. */
  timezone: marked(z.string().check(z.maxLength(64)), { type: 'text', group: 'behaviour' }),
  label: Text,
  color: TextColour,
})
export type ClockProps = z.infer<typeof props>
