import * as z from 'zod/mini'
import { Colour, IsOn, marked, OptionalBound } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { INSTRUMENT, INSTRUMENT_DEFAULTS, INSTRUMENT_RULES, speakInstrument } from '../instrument/limits.ts'
import { paint } from './paint.ts'

const props = z
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

/** A value on an arc with its scale: the normal range is shown, and a limit in its alarm's colour once it is passed. */
export default defineControl<GaugeProps>({
  kind: 'gauge',
  version: 1,
  category: 'instrument',
  props,
  defaults: {
    ...INSTRUMENT_DEFAULTS,
    setpoint: null,
    pointer: 'needle',
    sweep: 240,
    hasScale: true,
    hasValue: true,
    color: 'var(--sg-series-1)',
  },
  size: { width: 180, height: 180 },
  bindable: ['value', 'setpoint', 'min', 'max', 'lowLow', 'low', 'high', 'highHigh', 'normalFrom', 'normalTo', 'label'],
  paint,
  role: 'img',
  speak: (shown, _state, lang) => speakInstrument(shown, lang),
  triggers: ['click', 'double_click', 'change'],
})
