import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '模板数据源：把模板下所有设备的变量汇总成一个值，查看当前结果。',
    en: 'Data sources of a template: points of all its devices as one value, and what they come to now.',
  },
  attributes: { template: { value: '1' } },
  height: 560,
}
