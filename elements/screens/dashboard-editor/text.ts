import { defineText } from '../../../core/text/define-text.ts'

/** Where no dashboard is open. */
export const text = defineText({
  noDashboard: ['未选择仪表盘', 'No dashboard chosen'],
  noDashboardWhy: ['指定 dashboard 属性后，在这里设计仪表盘。', 'Name a dashboard to draw it here.'],
})
