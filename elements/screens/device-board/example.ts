import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '按分组查看全部设备的状态与最新值，平铺或列表。',
    en: 'All devices with their state and newest values, group by group, as tiles or in a table.',
  },
  attributes: {
    group: { offers: 'group' },
    state: { offers: ['online', 'offline', 'faulty', 'online,faulty'] },
    sn: { offers: 'device' },
  },
  states: { stale: { token: 'fading' } },
  height: 620,
}
