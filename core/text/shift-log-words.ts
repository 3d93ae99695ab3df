import { defineText } from './define-text.ts'

/** What the shift log is called and made of, on the screen and in its file. */
export const shiftLogWords = defineText({
  title: ['值班日志', 'Shift log'],
  time: ['时间', 'Time'],
  kind: ['类型', 'Kind'],
  note: ['记录', 'Note'],
  handover: ['交班', 'Handover'],
  author: ['记录人', 'Author'],
  about: ['设备或分组', 'Device or group'],
  body: ['内容', 'Text'],
  open: ['交班时未结事项', 'Open at handover'],
  openInAll: [
    '未结束报警 {{open}} 条（未确认 {{unconfirmed}} 条），搁置 {{shelved}} 条，离线设备 {{offline}} 台',
    'Open alarms: {{open}} ({{unconfirmed}} unconfirmed), shelved: {{shelved}}, devices offline: {{offline}}',
  ],
  takenBy: ['接班人', 'Taken over by'],
  takenTime: ['接班时间', 'Taken over at'],
  before: ['更正前内容', 'Before corrections'],
})
