import type { Example } from '../define/element-example.ts'

const ofPoint: Pick<Example, 'attributes' | 'states'> = {
  attributes: { sn: { value: 'WW0001', offers: 'device' }, point: { value: 'flow', offers: 'point' } },
  states: {
    empty: { attributes: { sn: 'TS0001', point: 'setpoint' }, token: 'whole' },
    stale: { attributes: { sn: 'TS0001', point: 'temperature' } },
    error: { attributes: { sn: 'NOSUCH1' }, gate: 'open' },
  },
}

export const examples: Readonly<Record<string, Example>> = {
  'sg-connection': {
    about: {
      zh: '为其中的元素提供到控制台的连接与令牌，本身不显示任何内容。',
      en: 'Gives the elements inside it their connection and token; draws nothing itself.',
    },
    states: { empty: false },
    inside: [
      { tag: 'sg-status', attributes: { sn: 'WW0001' } },
      { tag: 'sg-value', attributes: { sn: 'WW0001', point: 'flow' } },
      { tag: 'sg-trend', attributes: { sn: 'WW0001', point: 'flow' } },
    ],
  },
  'sg-value': {
    about: { zh: '一个变量的实时值：单位、质量、时效。', en: 'One live value with its unit, quality and age.' },
    ...ofPoint,
  },
  'sg-status': {
    about: { zh: '一台设备的状态。', en: 'The state of one device.' },
    attributes: { sn: { value: 'WW0001', offers: 'device' } },
    states: {
      empty: false,
      stale: { attributes: { sn: 'TS0001' } },
      error: { attributes: { sn: 'NOSUCH1' }, gate: 'open' },
    },
  },
  'sg-trend': {
    about: { zh: '一个变量最近一小时的走势。', en: 'The last hour of one point, as a sparkline.' },
    ...ofPoint,
  },
  'sg-gauge': {
    about: { zh: '一个变量在其量程中的位置。', en: 'Where one value stands within its range.' },
    ...ofPoint,
  },
}
