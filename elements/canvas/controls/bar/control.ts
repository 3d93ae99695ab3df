import * as z from 'zod/mini'
import { Colour, IsOn, marked, OptionalBound } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { INSTRUMENT, INSTRUMENT_DEFAULTS, INSTRUMENT_RULES, speakInstrument } from '../instrument/limits.ts'
import { paint } from './paint.ts'

const props = z
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

/** A moving analog indicator: where the value is between its limits is seen before the number is read. */
export default defineControl<BarProps>({
  kind: 'bar',
  version: 1,
  category: 'instrument',
  props,
  defaults: {
    ...INSTRUMENT_DEFAULTS,
    setpoint: null,
    direction: 'vertical',
    pointer: 'marker',
    hasScale: true,
    hasValue: true,
    color: 'var(--sg-series-1)',
  },
  size: { width: 90, height: 200 },
  bindable: ['value', 'setpoint', 'min', 'max', 'lowLow', 'low', 'high', 'highHigh', 'normalFrom', 'normalTo', 'label'],
  paint,
  role: 'img',
  speak: (shown, _state, lang) => speakInstrument(shown, lang),
  triggers: ['click', 'double_click', 'change'],
})
