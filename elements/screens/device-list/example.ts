import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '用户可见的设备：搜索、筛选、排序，点击一行打开。',
    en: 'The devices that the user may see: searched, filtered, sorted, opened by their row.',
  },
  attributes: {
    group: { offers: 'group' },
    state: { offers: ['online', 'offline', 'faulty', 'online,faulty'] },
    sort: { offers: ['sn_code', '-sn_code', 'dev_alias', '-report_time'] },
  },
  states: { stale: { token: 'fading' } },
  height: 560,
}
