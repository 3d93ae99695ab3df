import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  titleOf: ['卡片布局：{{name}}', 'Card layout: {{name}}'],
  ofTemplate: [
    '用于使用此模板的全部设备，只对您生效；保存在此浏览器中。',
    'For all devices of this template, as you see them; kept in this browser.',
  ],
  ofDevice: [
    '此设备没有模板：布局只用于它，只对您生效；保存在此浏览器中。',
    'This device has no template: the layout is its own, as you see it; kept in this browser.',
  ],
  points: ['变量（1 到 {{most}} 个）', 'Points (1 to {{most}})'],
  pointsWhy: ['报警中的变量始终排在最前。', 'A point in alarm always comes first.'],
  hasPicture: ['在数值上方显示现场图片', 'Show the scene picture above the values'],
  up: ['上移“{{name}}”', 'Move {{name}} up'],
  down: ['下移“{{name}}”', 'Move {{name}} down'],
  movedTo: ['“{{name}}”移到第 {{place}} 位', '{{name}} is now at place {{place}}'],
  none: ['至少选择 1 个变量', 'Choose one point at least'],
  preview: ['预览', 'Preview'],
  reset: ['恢复默认', 'Reset to default'],
})
