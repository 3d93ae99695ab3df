import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  source: ['底图：Natural Earth，国界按中国画法', 'Map: Natural Earth, borders as China draws them'],
})
