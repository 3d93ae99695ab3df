import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '报警指标（ISA-18.2 / IEC 62682）：报警率、报警风暴、抖动与长期报警，对照目标值。',
    en: 'Alarm performance by ISA-18.2 / IEC 62682: load, floods, chattering and stale alarms against their targets.',
  },
  attributes: {
    range: { offers: ['24h', '7d', '30d'] },
    sn: { offers: 'device' },
    group: { offers: 'group' },
    positions: { offers: ['1', '2', '4'] },
    bucket: { offers: ['hour', 'day', 'week'] },
  },
  height: 720,
}
