import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  allGroups: ['全部分组', 'All groups'],
})
