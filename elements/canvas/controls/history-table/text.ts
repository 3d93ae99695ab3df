import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['历史表格', 'History table'],
  title: ['标题', 'Title'],
  points: ['变量', 'Points'],
  point: ['变量', 'Point'],
  label: ['显示名称', 'Shown as'],
  span: ['时间范围', 'Time range'],
  hour: ['最近 1 小时', 'Last hour'],
  hours6: ['最近 6 小时', 'Last 6 hours'],
  day: ['最近 24 小时', 'Last 24 hours'],
  week: ['最近 7 天', 'Last 7 days'],
  month: ['最近 30 天', 'Last 30 days'],
  today: ['今天', 'Today'],
  hasTools: ['显示时间选择', 'Show the range picker'],
  hasFrame: ['显示背景', 'Show a background'],
  exampleOne: ['进水流量', 'Inlet flow'],
  exampleTwo: ['出水压力', 'Outlet pressure'],
  nothing: ['所选时间内没有数据', 'No values in this time'],
  nothingWhy: ['只列出保存历史的变量。', 'Only points that keep history are listed.'],
})
