import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  why: [
    '窄屏上组件按此顺序从上到下排列；没有调整过的组件按画布上的位置排列。',
    'Narrow pages show the components below each other in this order; what nobody moved follows as it is drawn.',
  ],
  page: ['页面', 'Page'],
  phone: ['手机（{{width}} px）', 'Phone ({{width}} px)'],
  tablet: ['平板（{{width}} px）', 'Tablet ({{width}} px)'],
  preview: ['预览', 'Preview'],
  list: ['组件顺序', 'Order of the components'],
  none: ['还没有组件', 'No components yet'],
  noneWhy: [
    '添加组件后，在这里调整它们在手机和平板上的顺序。',
    'Their order on phones and tablets is arranged here once there are some.',
  ],
  move: ['移动“{{name}}”', 'Move {{name}}'],
  moveHow: ['拖动，或按上下方向键', 'Drag it, or press the up and down arrows'],
  moved: ['“{{name}}”：第 {{place}} 个，共 {{of}} 个', '{{name}}: place {{place}} of {{of}}'],
  hide: ['隐藏“{{name}}”', 'Hide {{name}}'],
  show: ['显示“{{name}}”', 'Show {{name}}'],
  width: ['“{{name}}”的宽度', 'Width of {{name}}'],
  full: ['整行', 'Full width'],
  half: ['半行', 'Half width'],
  height: ['“{{name}}”的高度', 'Height of {{name}}'],
  auto: ['自动', 'Auto'],
})
