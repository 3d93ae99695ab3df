import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  source: ['底图：Natural Earth，国界按中国画法', 'Map: Natural Earth, borders as China draws them'],
  unreachable: ['地图服务暂不可用，显示自带轮廓图', 'The map service does not answer: the built-in outline is shown'],
  unreadable: [
    '地图数据无法识别，显示自带轮廓图',
    'What came is no map that can be read: the built-in outline is shown',
  ],
})
