import { defineText } from '../../../core/text/define-text.ts'

/** Where no screen is open. */
export const text = defineText({
  noScreen: ['未选择画面', 'No screen chosen'],
  noScreenWhy: [
    '指定 screen 或 template 属性后，在这里绘制组态画面。',
    'Name a screen or a template to draw its screens here.',
  ],
  noScreens: ['模板还没有画面', 'This template has no screens yet'],
  noScreensWhy: [
    '组态画面用图形展示设备的实时数据，发布后在设备监控中查看。',
    'A screen shows live values of a device in a drawing; devices see it once it is published.',
  ],
})
