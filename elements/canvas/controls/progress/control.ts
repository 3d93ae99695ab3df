import * as z from 'zod/mini'
import { Bound, BoundValue, Colour, Decimals, marked, Text, Unit } from '../../../kinds/property-schema.ts'
import { defineControl } from '../define-control.ts'
import { paint, progressText } from './paint.ts'

const props = z.object({
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

/** How much of something is done. */
export default defineControl<ProgressProps>({
  kind: 'progress',
  version: 1,
  category: 'instrument',
  props,
  defaults: {
    ...{ value: null, min: 0, max: 100, decimals: 0, unit: '', label: '' },
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
