import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  suggestions: ['建议', 'Suggestions'],
  example: ['示例：{{example}}', 'Example: {{example}}'],
  word: ['关键字', 'Word'],
  expressionHelp: ['变量标识、运算符和函数，如 flow * 0.001', 'Keys of points, signs and functions: flow * 0.001'],
})
