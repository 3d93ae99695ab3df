import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  good: ['没有发现问题', 'No problems found'],
  goodWhy: ['{{noun}}符合 ISA-101 和可读性规则。', 'The {{noun}} keeps to the rules of ISA-101 and of readability.'],
  found: ['{{count}} 项', '{{count}} findings', '{{count}} finding'],
  error: ['错误', 'Errors'],
  warning: ['警告', 'Warnings'],
  hint: ['建议', 'Hints'],
  show: ['定位', 'Show'],
  controls: ['{{count}} 个控件', '{{count}} controls', '{{count}} control'],
  next: ['下一个', 'Next'],
  unresolved: ['未解析的绑定', 'Unresolved bindings'],
  unresolvedSome: ['{{count}} 处绑定无效', '{{count}} bindings do not work', '{{count}} binding does not work'],
  live: ['修改画面时自动更新', 'Follows as you draw'],
})
