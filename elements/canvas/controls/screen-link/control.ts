import { defineControl } from '../define-control.ts'
import { paint } from './paint.ts'
import { props, type ScreenLinkProps } from './props.ts'

/** Leads to another screen of the template; what its own events say comes after. */
export default defineControl<ScreenLinkProps>({
  kind: 'screen-link',
  version: 1,
  category: 'navigate',
  props,
  defaults: {
    label: '',
    screen_id: null,
    sn_code: '',
    opens: 'here',
    hasThumbnail: false,
    fontSize: 15,
    color: 'var(--sg-accent)',
  },
  size: { width: 140, height: 36 },
  bindable: ['label', 'sn_code', 'color'],
  paint,
  role: 'link',
  speak: ({ label }) => label || null,
  press: ({ screen_id, sn_code, opens }) =>
    screen_id === null
      ? null
      : { does: opens === 'pop_up' ? 'pop_up' : 'switch_screen', screen_id, ...(sn_code && { sn_code }) },
  triggers: ['click'],
})
