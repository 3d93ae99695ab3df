import * as z from 'zod/mini'
import { IsOn, marked, Text, TextColour } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paint } from './paint.ts'

const props = z.object({
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

/** The moment that the screen shows: now, or that of a replay. */
export default defineControl<ClockProps>({
  kind: 'clock',
  version: 1,
  category: 'basic',
  props,
  defaults: {
    face: 'digital',
    hasSeconds: true,
    hasDate: true,
    hasWeekday: true,
    timezone: '',
    label: '',
    color: 'var(--sg-text-1)',
  },
  size: { width: 180, height: 64 },
  bindable: ['label', 'color'],
  paint,
  motion: () => 1,
  role: 'img',
  speak: () => null,
  triggers: ['click', 'double_click'],
})
