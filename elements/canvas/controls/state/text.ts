import { defineText } from '../../../../core/text/define-text.ts'

/** The name of the kind, and what its properties and choices are called. */
export const text = defineText({
  name: ['状态控件', 'State'],
  currStateIndex: ['当前状态', 'Current state'],
  states: ['状态列表', 'States'],
  imgUrl: ['状态图片', 'Picture'],
  useImgRes: ['使用图片', 'Use pictures'],
  shapeShow: ['显示底框', 'Show the box'],
  size: ['字号', 'Font size'],
  flickerType: ['闪烁方式', 'Blink'],
  steady: ['不闪烁', 'None'],
  background: ['背景闪烁', 'Background'],
  words: ['文字闪烁', 'Text'],
  flickerFrequency: ['闪烁周期', 'Blink period'],
})
