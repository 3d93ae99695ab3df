import { defineText } from '../../../../core/text/define-text.ts'

/** The name of the kind, and what its properties and choices are called. */
export const text = defineText({
  name: ['多边形', 'Polygon'],
  sides: ['边数（0 为自由顶点）', 'Sides (0 for free corners)'],
})
