import type { Example } from '../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '按分组列出带组态画面的设备，旁边是所选设备的画面。需要用户登录，令牌看不到它。',
    en: 'The devices that have a screen, by group, and the screen of the chosen one beside them. For signed-in users; tokens are refused.',
  },
  attributes: { sn: { value: 'WW0001', offers: 'device' }, mobile: {} },
  // Every token is a guest's here.
  states: { ready: false, stale: false, empty: false },
  height: 620,
}
