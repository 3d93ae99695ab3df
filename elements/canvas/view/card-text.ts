import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  fill: ['全屏显示此组件', 'Show this component full screen'],
  leave: ['退出全屏（Esc）', 'Leave full screen (Esc)'],
})
