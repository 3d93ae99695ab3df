import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '按分组列出带组态画面的设备，旁边是所选设备的画面。',
    en: 'The devices that have a screen, by group, and the screen of the chosen one beside them.',
  },
  attributes: { sn: { value: 'WW0001', offers: 'device' }, mobile: {} },
  states: { error: { attributes: { sn: 'NOSUCH1' }, gate: 'open' } },
  height: 620,
}
