import { defineText } from '../../../../core/text/define-text.ts'

/** The name of the kind, and what its properties and choices are called. */
export const text = defineText({
  name: ['组合', 'Group'],
  symbol: ['组件', 'Symbol'],
  points: ['组件参数', 'Symbol parameters'],
})
