import { defineText } from '../../../../core/text/define-text.ts'

/** The name of the kind, a sample of its text, and what its properties and choices are called. */
export const text = defineText({
  name: ['文本', 'Text'],
  sample: ['文本', 'Text'],
})
