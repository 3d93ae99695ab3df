import { defineText } from '../../../../core/text/define-text.ts'

/** The name of the kind, and what its properties and choices are called. */
export const text = defineText({
  name: ['数值显示', 'Value'],
  format: ['显示格式', 'Format'],
  number: ['数字', 'Number'],
  words: ['文字对照', 'Words for values'],
  time: ['日期时间', 'Date and time'],
  is: ['值', 'Value'],
  text: ['显示文字', 'Shown text'],
  labelPlace: ['标签位置', 'Label position'],
  labelShare: ['标签宽度占比', 'Label share of width'],
})
