import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  nothing: ['未指定仪表盘', 'No dashboard is named'],
  nothingWhy: ['在 dashboard 属性中填写仪表盘的编号。', 'Name one by its number, as the attribute `dashboard`.'],
})
