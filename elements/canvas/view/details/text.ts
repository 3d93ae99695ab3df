import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  details: ['详情', 'Details'],
  write: ['写入…', 'Write…'],
  lastHour: ['最近 1 小时', 'Last hour'],
  trend: ['最近 1 小时：最低 {{least}}，最高 {{most}}', 'Last hour: lowest {{least}}, highest {{most}}'],
  noTrend: ['最近 1 小时没有数据', 'No data in the last hour'],
  trendUnread: ['曲线读取失败', 'The trend could not be read'],
  range: ['可写范围', 'Write range'],
  fromTo: ['{{from}} 至 {{to}}', '{{from}} to {{to}}'],
  limits: ['报警限值', 'Alarm limits'],
  alarms: ['未结束的报警', 'Open alarms'],
  alarmsUnread: ['报警读取失败', 'The alarms could not be read'],
  since: ['{{time}} 产生', 'since {{time}}'],
  waiting: ['等待数据', 'Waiting for values'],
  unknown: ['变量不存在', 'No such point'],
})
