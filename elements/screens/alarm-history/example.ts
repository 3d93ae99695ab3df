import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '历史报警：按时间、设备、级别与持续时间查询，图表显示报警在何时发生。',
    en: 'The alarm history: by time, device, level and duration, with a chart of when alarms came.',
  },
  attributes: {
    sn: { offers: 'device' },
    group: { offers: 'group' },
    level: { offers: ['5', '4,5', '1,2,3'] },
    type: { offers: ['produced', 'recovered', 'confirmed'] },
    lasted: { offers: ['60-', '-60', '60-3600'] },
    sort: { offers: ['-alarm_time', '-alarm_level'] },
  },
  height: 640,
}
