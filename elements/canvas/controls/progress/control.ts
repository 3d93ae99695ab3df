import { defineControl } from '../define-control.ts'
import { paint, progressText } from './paint.ts'
import { type ProgressProps, props } from './props.ts'

/** How much of something is done. */
export default defineControl<ProgressProps>({
  kind: 'progress',
  version: 1,
  category: 'instrument',
  props,
  defaults: {
    value: null,
    min: 0,
    max: 100,
    decimals: 0,
    unit: '',
    label: '',
    shape: 'line',
    shows: 'percent',
    color: 'var(--sg-series-1)',
  },
  size: { width: 200, height: 40 },
  bindable: ['value', 'min', 'max', 'label', 'color'],
  paint,
  role: 'img',
  speak: (shown, _state, lang) => progressText(shown, lang),
  triggers: ['click', 'double_click', 'change'],
})
