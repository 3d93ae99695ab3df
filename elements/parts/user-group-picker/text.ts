import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  group: ['用户组', 'User group'],
  top: ['顶级（不属于任何用户组）', 'Top (in no group)'],
})
