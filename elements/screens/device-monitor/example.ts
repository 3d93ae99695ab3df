import type { Example } from '../../define/element-example.ts'
import { RANGE_PRESETS } from '../../kit/time-range.ts'
import { TABS } from './tabs.ts'

export const example: Example = {
  about: {
    zh: '一台设备：实时值、历史、曲线、报警、操作记录与轨迹，并可写入。',
    en: 'One device: live values, history, curves, alarms, operations and track, with writing.',
  },
  attributes: {
    sn: { value: 'WW0001', offers: 'device' },
    tab: { offers: TABS },
    points: { offers: 'points' },
    range: { offers: RANGE_PRESETS },
  },
  states: {
    empty: { attributes: { sn: null } },
    stale: { attributes: { sn: 'TS0001', points: null } },
    error: { attributes: { sn: 'NOSUCH1' }, gate: 'open' },
  },
  height: 620,
}
