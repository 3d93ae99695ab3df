import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  choose: ['选择文件', 'Choose a file'],
  replace: ['更换', 'Replace'],
  ofWhat: ['（{{name}}）', ' ({{name}})'],
  removeOf: ['移除“{{name}}”', 'Remove {{name}}'],
})
