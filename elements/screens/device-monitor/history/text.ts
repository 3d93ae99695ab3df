import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  points: ['变量', 'Points'],
  allPoints: ['全部变量', 'All points'],
  onlyPoint: ['变量：{{name}}', 'Point: {{name}}'],
  byValues: ['每行一个数值', 'A row for each value'],
  byTimes: ['每行一个时间', 'A row for each time'],
  exportByTimes: ['改为每行一个时间导出', 'Export a row for each time'],
  nothing: ['此时间范围内没有历史数据', 'No history in this time range'],
  nothingWhy: [
    '只保留标记为“保存历史”的变量。可换一个时间范围或变量。',
    'Only points that keep history are listed. Try another range or other points.',
  ],
  noHistory: ['没有保存历史的变量', 'No point keeps history'],
  noHistoryWhy: [
    '在变量设置中打开“保存历史”后，数据会列在这里。',
    'Values are listed here once a point is set to keep history.',
  ],
  shown: ['已显示 {{count}} 条', '{{count}} rows shown', '{{count}} row shown'],
  shownMore: ['已显示 {{count}} 条，向下滚动加载更早的', '{{count}} rows shown, scroll for older ones'],
})
