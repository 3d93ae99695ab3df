import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  quiet: ['音量：低', 'Volume: quiet'],
  normal: ['音量：中', 'Volume: normal'],
  loud: ['音量：高', 'Volume: loud'],
  test: ['试听：{{level}}', 'Test: {{level}}'],
})
