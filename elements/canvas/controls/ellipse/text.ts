import { defineText } from '../../../../core/text/define-text.ts'

/** The name of the kind, and what its properties and choices are called. */
export const text = defineText({
  name: ['椭圆', 'Ellipse'],
})
