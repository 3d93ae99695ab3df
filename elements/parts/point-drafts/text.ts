import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  name: ['名称', 'Name'],
  unit: ['单位', 'Unit'],
  type: ['类型', 'Type'],
  number: ['数值', 'Number'],
  boolean: ['布尔', 'Boolean'],
  string: ['文本', 'Text'],
  enum: ['枚举', 'Enum'],
  nameMissing: ['请输入名称', 'Enter a name'],
})
