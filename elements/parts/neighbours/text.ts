import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  curve: ['曲线', 'Curve'],
  curveThen: ['当时的曲线', 'Trend at alarm'],
  device: ['设备', 'Device'],
  screen: ['组态画面', 'Screen'],
  alarms: ['报警', 'Alarms'],
  rules: ['报警规则', 'Alarm rules'],
  rule: ['报警规则', 'Alarm rule'],
  shiftLog: ['写入值班日志', 'Write in the shift log'],
  menuOf: ['{{name}}：操作', '{{name}}: actions'],
})
