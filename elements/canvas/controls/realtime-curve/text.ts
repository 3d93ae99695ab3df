import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['实时曲线', 'Live curve'],
  title: ['标题', 'Title'],
  points: ['变量', 'Points'],
  point: ['变量', 'Point'],
  label: ['显示名称', 'Shown as'],
  minutes: ['时间跨度', 'Time span'],
  hasFrame: ['显示背景', 'Show a background'],
  toLive: ['回到实时', 'Back to live'],
  curveOf: ['实时曲线：{{names}}', 'Live curve: {{names}}'],
  exampleOne: ['进水流量', 'Inlet flow'],
  exampleTwo: ['出水压力', 'Outlet pressure'],
  nothing: ['还没有数据', 'No values yet'],
})
