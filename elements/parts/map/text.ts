import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  source: ['底图：Natural Earth，国界按中国画法', 'Map: Natural Earth, borders as China draws them'],
  failed: ['地图服务暂不可用，显示自带轮廓图', 'The map service does not answer: the built-in outline is shown'],
})
