import * as z from 'zod/mini'
import { Colour, IsOn, marked } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { INSTRUMENT, INSTRUMENT_DEFAULTS, INSTRUMENT_RULES, speakInstrument } from '../instrument/limits.ts'
import { paint } from './paint.ts'

const props = z
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

/** A vessel that fills with the bound value; `min` and `max` are in its unit. */
export default defineControl<TankProps>({
  kind: 'tank',
  version: 1,
  category: 'instrument',
  props,
  defaults: {
    ...INSTRUMENT_DEFAULTS,
    shape: 'cylinder',
    hasScale: false,
    hasValue: true,
    color: 'var(--sg-series-1)',
  },
  size: { width: 120, height: 180 },
  bindable: ['value', 'color', 'min', 'max', 'lowLow', 'low', 'high', 'highHigh', 'normalFrom', 'normalTo', 'label'],
  paint,
  role: 'img',
  speak: (shown, _state, lang) => speakInstrument(shown, lang),
  triggers: ['click', 'double_click', 'change'],
})
