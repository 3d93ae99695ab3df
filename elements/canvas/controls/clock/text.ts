import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['时钟', 'Clock'],
  face: ['样式', 'Face'],
  digital: ['数字', 'Digital'],
  analog: ['指针', 'Analog'],
  hasSeconds: ['显示秒', 'Show seconds'],
  hasDate: ['显示日期', 'Show the date'],
  hasWeekday: ['显示星期', 'Show the weekday'],
  timezone: ['时区', 'Time zone'],
  label: ['标签', 'Label'],
  color: ['颜色', 'Colour'],
})
