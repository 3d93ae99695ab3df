import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  why: ['故障原因', 'Faulty because of'],
})
