import { defineControl } from '../define-control.ts'
import { INSTRUMENT_DEFAULTS, speakInstrument } from '../instrument/limits.ts'
import { paint } from './paint.ts'
import { props, type TankProps } from './props.ts'

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
