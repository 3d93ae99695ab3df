import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['组态画面', 'Configuration screen'],
  title: ['标题', 'Title'],
  sn_code: ['设备', 'Device'],
  screen_id: ['画面（默认为起始画面）', 'Screen (the start screen where none is chosen)'],
  hasFrame: ['显示背景', 'Show a background'],
  nested: ['画面中的画面不再显示其他画面', 'A screen within a screen shows no further one'],
  notThen: ['回放不包含其他画面', 'A replay has no other screens'],
  example: ['此处显示设备的组态画面', 'The screen of the device is shown here'],
})
