import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  search: ['按报警名称、设备或 SN 搜索', 'Search by name, device or SN'],
  searchOne: ['按报警名称搜索', 'Search by name'],
  filters: ['筛选', 'Filters'],
  level: ['级别', 'Level'],
  allLevels: ['全部级别', 'All levels'],
  type: ['事件', 'Event'],
  allTypes: ['全部事件', 'All events'],
  produced: ['产生', 'Raised'],
  recovered: ['恢复', 'Recovered'],
  confirmed: ['确认', 'Confirmed'],
  confirm: ['确认', 'Confirm'],
  group: ['设备分组', 'Device group'],
  device: ['设备', 'Device'],
  lasted: ['持续时间', 'Lasted'],
  anyLong: ['不限时长', 'Any duration'],
  atLeast: ['最短', 'At least'],
  atMost: ['最长', 'At most'],
  minutes: ['分钟', 'min'],
  wrongOrder: ['最长不能小于最短', 'At most may not be less than at least'],
  longer: ['不短于 {{least}}', 'at least {{least}}'],
  shorter: ['不长于 {{most}}', 'at most {{most}}'],
  between: ['{{least}} 至 {{most}}', '{{least}} to {{most}}'],

  levelChip: ['级别：{{name}}', 'Level: {{name}}'],
  typeChip: ['事件：{{name}}', 'Event: {{name}}'],
  groupChip: ['分组：{{name}}', 'Group: {{name}}'],
  deviceChip: ['设备：{{name}}', 'Device: {{name}}'],
  lastedChip: ['持续：{{span}}', 'Lasted: {{span}}'],
  rangeChip: ['{{from}} 至 {{to}}', '{{from}} to {{to}}'],
  fromChip: ['{{from}} 起', 'From {{from}}'],

  alarm: ['报警', 'Alarm'],
  state: ['状态', 'State'],
  details: ['说明', 'Details'],
  notRecovered: ['未恢复', 'Not yet'],
  none: ['此时间范围内没有报警', 'No alarms in this time range'],
  noneWhy: [
    '报警产生后会列在这里，恢复和确认之后仍然保留。',
    'Alarms are listed here when they come, and stay after they are recovered and confirmed.',
  ],

  keptNear: [
    '已保存 {{kept}} 条报警，上限 {{limit}} 条。超出后删除已结束的最早 {{next}} 条。',
    '{{kept}} of {{limit}} alarms are kept. Beyond that the oldest {{next}} that have ended are deleted.',
  ],
  keptBeyond: [
    '已保存 {{kept}} 条报警，超出上限 {{limit}} 条。即将删除已结束的最早 {{next}} 条。',
    '{{kept}} alarms are kept, beyond the limit of {{limit}}. The oldest {{next}} that have ended go next.',
  ],
  keptOpen: [
    '已保存 {{kept}} 条报警，上限 {{limit}} 条。没有已结束的报警：确认后才能腾出空间。已恢复而未确认的报警超过 {{most}} 条时，删除最早的。',
    '{{kept}} alarms are kept, the limit is {{limit}}. None of them has ended: confirming makes room. Of those that recovered and wait to be confirmed the newest {{most}} stay.',
  ],
  exportNext: ['导出这些报警', 'Export them first'],

  perHour: ['每小时报警数', 'Alarms per hour'],
  perDay: ['每天报警数', 'Alarms per day'],
  perTimeHow: [
    '{{title}}：共 {{count}} 条。左右方向键移动，回车键只看其中一段。',
    '{{title}}: {{count}} in all. Arrow keys move, Enter shows one of them alone.',
  ],
  inBar: ['{{time}}：{{count}} 条', '{{time}}: {{count}}'],
  allBars: ['共 {{count}} 条', '{{count}} in all'],
  narrow: ['按下只看这一段', 'Press to see these alone'],
  chartUnread: ['无法读取各时段的报警数', 'The number of alarms over time cannot be read'],
})
