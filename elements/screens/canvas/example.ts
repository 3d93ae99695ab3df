import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '设备的组态画面：实时值、写入、弹出画面与历史回放。',
    en: "A device's configuration screen: live values, writing, pop-up screens and replay.",
  },
  attributes: {
    sn: { value: 'WW0001', offers: 'device' },
    zoom: { offers: ['fit', 'fill', 'actual'] },
    variant: { offers: ['desktop', 'mobile'] },
  },
  states: {
    empty: { attributes: { sn: null } },
    error: { attributes: { sn: 'NOSUCH1' }, gate: 'open' },
  },
  height: 620,
}
