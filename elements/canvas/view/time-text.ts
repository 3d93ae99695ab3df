import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  bar: ['仪表盘选项', 'Choices of the dashboard'],
  allGroups: ['全部设备组', 'All groups'],
  allTemplates: ['全部模板', 'All templates'],
  live: ['实时更新', 'Live'],
  held: ['历史为固定时段，数值仍为实时', 'History of a fixed time; values are live'],
  hold: ['停止实时更新', 'Stop following the time'],
  goOn: ['恢复实时更新', 'Follow the time again'],
  compare: ['与前一时段对比', 'Compare with the period before'],
})
