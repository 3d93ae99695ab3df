import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  level: ['级别', 'Level'],
  allLevels: ['全部级别', 'All levels'],
  onlyLevel: ['级别：{{name}}', 'Level: {{name}}'],
  alarm: ['报警', 'Alarm'],
  details: ['说明', 'Details'],
  produced: ['产生', 'Produced'],
  recovered: ['恢复', 'Recovered'],
  confirmed: ['确认', 'Confirmed'],
  lasted: ['持续', 'Lasted'],
  notRecovered: ['未恢复', 'Active'],
  confirmedBy: ['{{name}}，{{time}}', '{{name}}, {{time}}'],
  note: ['备注', 'Note'],
  noteHelp: ['最多 200 个字符', 'At most 200 characters'],
  valueThen: ['当时的值', 'Value then'],
  none: ['此时间范围内没有报警', 'No alarms in this time range'],
  noneWhy: ['设备的报警产生后会列在这里，并保留历史。', 'Alarms of this device are listed here and kept.'],
})
