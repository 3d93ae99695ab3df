import { defineText } from '../../../../core/text/define-text.ts'

/** The name of the kind, and what its properties and choices are called. */
export const text = defineText({
  name: ['折线', 'Polyline'],
  radius: ['转角半径', 'Corner radius'],
})
