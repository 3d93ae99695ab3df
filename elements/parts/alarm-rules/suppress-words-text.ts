import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  while: ['当 {{condition}} 期间', 'While {{condition}}'],
  suppressed: ['抑制条件', 'Suppressed'],
})
