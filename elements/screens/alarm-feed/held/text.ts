import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  title: ['不提示的报警', 'Alarms kept from operators'],
  level: ['级别', 'Level'],
  alarm: ['报警', 'Alarm'],
  left: ['期限', 'Until'],
  leftSpan: ['还有 {{span}}', '{{span}} left'],
  oneShot: ['报警恢复即结束', 'Or until the alarm recovers'],
  byRule: ['报警规则', 'Its alarm rule'],
  reason: ['原因', 'Reason'],
  by: ['操作人', 'By'],
  action: ['操作', 'Action'],
  unshelve: ['取消搁置', 'Unshelve'],
  putBack: ['启用', 'Return to service'],
  none: ['没有搁置、抑制或停用的报警', 'Nothing is shelved, suppressed or out of service'],
  noneWhy: [
    '被搁置的报警列在这里，到时自动恢复，也可以提前取消。',
    'Shelved alarms are listed here; they come back by themselves, or earlier.',
  ],
})
