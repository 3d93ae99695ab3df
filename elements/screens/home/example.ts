import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '总览：各状态的设备数、最严重的报警、需要处理的设备。',
    en: 'An overview: devices by state, the worst alarms, and the devices that need somebody.',
  },
  states: { stale: { token: 'fading' } },
}
