import { defineText } from '../../../core/text/define-text.ts'

/** Words that every list has. */
export const text = defineText({
  noMatch: ['没有符合条件的结果', 'Nothing matches'],
  noMatchWhy: ['换一个条件，或清除筛选。', 'Try other filters, or clear them.'],
  searchChip: ['搜索：{{search}}', 'Search: {{search}}'],
})
