import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: 'GPS 设备：设备在地图上的位置、方向与轨迹，无需联网。',
    en: 'Where devices are, where they go and where they have been, on a map that needs no network.',
  },
  attributes: {
    group: { offers: 'group' },
    state: { offers: ['online', 'offline', 'faulty', 'online,faulty'] },
    sn: { offers: 'device' },
  },
  states: { stale: { token: 'fading' } },
  height: 620,
}
