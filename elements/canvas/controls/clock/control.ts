import { defineControl } from '../define-control.ts'
import { paint } from './paint.ts'
import { type ClockProps, props } from './props.ts'

/** The time that the screen shows: now, or that of a replay. */
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
