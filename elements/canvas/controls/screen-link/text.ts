import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['画面链接', 'Screen link'],
  label: ['标签', 'Label'],
  screen_id: ['画面', 'Screen'],
  sn_code: ['设备', 'Device'],
  opens: ['打开方式', 'Opens'],
  here: ['切换到该画面', 'In place of this screen'],
  pop_up: ['弹出窗口', 'In a pop-up'],
  hasThumbnail: ['显示缩略图', 'Show a thumbnail'],
  color: ['文字颜色', 'Text colour'],
  fontSize: ['字号', 'Font size'],
})
