import { defineText } from '../../../../core/text/define-text.ts'

/** The name of the kind, and what its properties and choices are called. */
export const text = defineText({
  name: ['开关', 'Switch'],
  onValue: ['打开时写入', 'Value when on'],
  offValue: ['关闭时写入', 'Value when off'],
  onText: ['打开时文字', 'Text when on'],
  offText: ['关闭时文字', 'Text when off'],
  showText: ['显示文字', 'Show text'],
  onColor: ['打开时颜色', 'Colour when on'],
})
