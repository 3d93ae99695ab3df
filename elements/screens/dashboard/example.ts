import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '一个仪表盘的实时画面，按元素的宽度排版；在列表或地图中选择设备后，其余组件显示该设备。',
    en: 'A dashboard, live, laid out for the width of the element. A device chosen in a list or on a map is shown by the other components.',
  },
  attributes: { dashboard: { value: '1' }, bare: {} },
  states: { empty: { attributes: {}, gate: 'open' }, error: { attributes: { dashboard: '999999' }, gate: 'open' } },
  height: 560,
}
