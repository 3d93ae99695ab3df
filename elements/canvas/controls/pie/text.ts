import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['饼图', 'Pie chart'],
  title: ['标题', 'Title'],
  points: ['数据项', 'Points'],
  point: ['变量', 'Point'],
  label: ['名称', 'Name'],
  colour: ['颜色', 'Colour'],
  isRing: ['环形，中间显示合计', 'A ring with the sum in it'],
  hasFrame: ['显示背景', 'Show a background'],
  value: ['数值', 'Value'],
  share: ['占比', 'Share'],
  nothing: ['暂无数据', 'No values yet'],
  exampleOne: ['1 号泵站', 'Pump station 1'],
})
