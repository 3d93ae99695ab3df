import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  bar: ['仪表盘时间范围', 'Time range of the dashboard'],
  live: ['实时更新', 'Live'],
  held: ['固定时段', 'Fixed time'],
  hold: ['停止实时更新', 'Stop following the time'],
  goOn: ['恢复实时更新', 'Follow the time again'],
  compare: ['与前一时段对比', 'Compare with the period before'],
})
