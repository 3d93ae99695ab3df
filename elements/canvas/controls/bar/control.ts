import { defineControl } from '../define-control.ts'
import { INSTRUMENT_DEFAULTS, speakInstrument } from '../instrument/limits.ts'
import { paint } from './paint.ts'
import { type BarProps, props } from './props.ts'

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
