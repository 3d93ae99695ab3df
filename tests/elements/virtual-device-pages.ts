import type {
  TriedPoint,
  VirtualDevice,
  VirtualDeviceDetail,
  VirtualPoint,
} from '../../core/contract/virtual-device.ts'
import { type Page, pushed, ROW, seen, type Then } from './axe-page.ts'
import { type Answers, alarm, holding, marked, point, pump } from './played-server.ts'
import { template } from './template-pages.ts'

const NOW = Date.now()

/** Who composes virtual devices. */
export const COMPOSER = [
  'P00000',
  'P10000',
  'P30000',
  'P32000',
  'P40000',
  'P41000',
  'P73000',
  'P73100',
  'P73200',
  'P73300',
]

export const virtual = (sn_code: string, more: Partial<VirtualDevice> = {}): VirtualDevice => ({
  sn_code,
  dev_alias: `Station ${sn_code}`,
  dev_state: 1,
  group_id: 1,
  group_name: 'Water',
  module_name: null,
  report_time: NOW - 4000,
  report_interval_s: 60,
  open_alarms: 0,
  template_id: null,
  point_count: 3,
  source_count: 2,
  may_edit: true,
  ...more,
})
export const formulaPoint = (key: string, formula: string, more: Partial<VirtualPoint> = {}): VirtualPoint => {
  const { name, name_en, data_type, unit, decimals, enum_text, keep_history } = point(key)
  return { key, name, name_en, data_type, unit, decimals, enum_text, keep_history, formula, ...more }
}
export const station = (more: Partial<VirtualDeviceDetail> = {}): VirtualDeviceDetail => ({
  ...virtual('V1', { dev_alias: 'East station' }),
  points: [
    formulaPoint('flow1', 'PUMP1.flow', { unit: 'm³/h', decimals: 1 }),
    formulaPoint('flow2', 'PUMP2.flow', { unit: 'm³/h', decimals: 1 }),
    formulaPoint('total', 'flow1 + flow2', { unit: 'm³/h', decimals: 1 }),
  ],
  sources: [
    { sn_code: 'PUMP1', dev_alias: 'Pump 1' },
    { sn_code: 'PUMP2', dev_alias: 'Pump 2' },
  ],
  ...more,
})
/** Each point is worth 12.5, but what takes over `silent`, which is not there. */
export const triedAll = (points: readonly VirtualPoint[]): TriedPoint[] =>
  points.map(({ key, formula }) => {
    const isThere = !formula.includes('silent')
    return {
      key,
      value: isThere ? 12.5 : null,
      quality: key === 'flow2' ? 'uncertain' : 'good',
      data_time: NOW - 3000,
      problem: isThere ? null : 'PUMP1 has no point silent',
    }
  })

export const virtualAnswers: Answers = {
  'GET /yun/dev/fictitious': () => ({
    rows: [
      virtual('V1', { dev_alias: 'East station', module_name: 'Overview', template_id: 5 }),
      virtual('V2', { dev_alias: 'West station', dev_state: 3, open_alarms: 2 }),
      virtual('V3', { may_edit: false, dev_state: 2, report_time: null }),
    ],
    total: 3,
  }),
  'GET /yun/dev/fictitious/basic': () => station(),
  'POST /yun/dev/fictitious/try': ({ body }) => triedAll(body.points as VirtualPoint[]),
  'GET /yun/dev/group': () => [
    { group_id: 1, parent_id: null, group_name: 'Water', is_default: true, device_count: 2 },
    { group_id: 2, parent_id: 1, group_name: 'East', is_default: false, device_count: 1 },
  ],
  'GET /rAlarmDev/marks': () => [
    { sn_code: 'V2', group_id: 1, open: 2, unconfirmed: 1, alarm_level: 4, points: [] },
    { sn_code: 'V1', group_id: 1, open: 1, unconfirmed: 1, alarm_level: 3, points: [marked('total', 3)] },
  ],
  'GET /dev/counts': () => ({ online: 1, offline: 1, faulty: 1, unregistered: 0 }),
  'GET /dev': () => ({ rows: [pump(), pump({ sn_code: 'PUMP2', dev_alias: 'Pump 2' })], total: 2 }),
  'GET /dev/basic': ({ query }) =>
    query.get('sn_code') === 'PUMP2' ? pump({ sn_code: 'PUMP2', dev_alias: 'Pump 2' }) : pump(),
  'GET /yun/module': () => ({
    rows: [template(5, { module_name: 'Overview', module_type: 'nonstandard' })],
    total: 1,
  }),
}
const composer: Answers = {
  ...virtualAnswers,
  ...holding(COMPOSER),
}

const shape = (name: string, attributes: Record<string, string>, reach: Then): Page => ({
  shape: name,
  attributes,
  answers: composer,
  reach,
})

export const VIRTUAL_DEVICE_PAGES: Record<string, readonly Page[]> = {
  'sg-virtual-devices': [
    {
      answers: virtualAnswers,
      list: {
        file: 'screens/virtual-devices/VirtualList.tsx',
        call: 'GET /yun/dev/fictitious',
        hasSearch: true,
        row: `${ROW}, .virtual-card`,
        again: pushed('alarms', { type: 'alarm', alarm: alarm() }),
      },
    },
    shape('with a new one', { new: 'yes' }, seen([], '.notice')),
    shape('with the points of one', { device: 'V1' }, seen([], '.now-value')),
    shape('with a point open', { device: 'V1' }, seen(['.formula-name'], '.formula-fields')),
    shape('with what is wrong', { device: 'V1' }, async (played) => {
      await seen(
        ['.formula-adding > :last-child', '.virtual-foot [type=submit]'],
        '.formula-fields [aria-invalid]',
      )(played)
    }),
    shape('with a device to be chosen', { new: 'yes' }, seen(['.formula-adding button'], '.device-choice-one')),
    {
      ...shape('with one that others may change', { device: 'V1' }, seen([], ROW)),
      answers: { ...composer, 'GET /yun/dev/fictitious/basic': () => station({ may_edit: false }) },
    },
  ],
}
