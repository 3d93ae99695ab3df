import { defineText } from '../../../core/text/define-text.ts'

/** Words that every list has. */
export const text = defineText({
  noMatch: ['没有符合条件的结果', 'Nothing matches'],
  noMatchWhy: ['换一个条件，或清除筛选。', 'Try other filters, or clear them.'],
  searchChip: ['搜索：{{search}}', 'Search: {{search}}'],
  clearSelection: ['取消选择', 'Clear selection'],
  exportAs: ['导出', 'Export'],
  exporting: ['正在导出', 'Exporting'],
  asXlsx: ['Excel 文件 (.xlsx)', 'Excel file (.xlsx)'],
  asCsv: ['CSV 文件 (.csv)', 'CSV file (.csv)'],
  exportUnreachable: ['无法连接服务器，没有导出', 'The server cannot be reached; nothing was exported'],
  tooMany: [
    '共 {{count}} 条，一次最多导出 {{most}} 条：请缩短时间范围，或增加筛选条件。',
    '{{count}} rows, and a file takes {{most}}: shorten the time range, or filter further.',
  ],
})
