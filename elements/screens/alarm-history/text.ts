import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['历史报警', 'Alarm history'],
})
