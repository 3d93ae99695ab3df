import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['进度', 'Progress'],
  value: ['数值', 'Value'],
  min: ['起点', 'Start'],
  max: ['终点', 'End'],
  unit: ['单位', 'Unit'],
  decimals: ['小数位数', 'Decimals'],
  label: ['标签', 'Label'],
  shape: ['形状', 'Shape'],
  line: ['条形', 'Line'],
  ring: ['环形', 'Ring'],
  shows: ['显示内容', 'Shows'],
  percent: ['百分比', 'Percent'],
  number: ['数值', 'Value'],
  nothing: ['不显示', 'Nothing'],
  color: ['颜色', 'Colour'],
})
