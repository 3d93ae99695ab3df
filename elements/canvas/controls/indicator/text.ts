import { defineText } from '../../../../core/text/define-text.ts'

/** The name of the kind, and what its properties and choices are called. */
export const text = defineText({
  name: ['指示灯', 'Indicator'],
  value: ['灯号', 'Lamp shown'],
  lamps: ['灯态列表', 'Lamps'],
  isFilled: ['填充', 'Filled'],
  textPlace: ['文字位置', 'Text position'],
})
