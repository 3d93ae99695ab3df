import { defineControl } from '../define-control.ts'
import { INSTRUMENT_DEFAULTS, speakInstrument } from '../instrument/limits.ts'
import { paint } from './paint.ts'
import { type GaugeProps, props } from './props.ts'

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
