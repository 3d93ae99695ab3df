import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  size: ['画布尺寸', 'Size'],
  ownSize: ['自定义', 'Another size'],
  width: ['宽', 'Width'],
  height: ['高', 'Height'],
  sizeWrong: ['宽和高应为 16 到 20000 的整数', 'Width and height are whole numbers from 16 to 20000'],
})
