import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['日志信息', 'Logs'],
  counted: ['{{count}} 条', '{{count}} lines', '{{count}} line'],
  kinds: ['日志类别', 'Logs'],
  kind_operation: ['操作', 'Operations'],
  kind_login: ['登录', 'Sign-ins'],
  kind_device: ['设备', 'Devices'],
  kind_alarm: ['报警处理', 'Alarm handling'],
  search: ['按用户、设备或对象搜索', 'Search by user, device or object'],
  action: ['操作', 'Action'],
  allActions: ['全部操作', 'All actions'],
  deviceChip: ['设备：{{sn}}', 'Device: {{sn}}'],
  userChip: ['用户：{{user}}', 'User: {{user}}'],
  rangeChip: ['{{from}} 至 {{to}}', '{{from}} to {{to}}'],
  fromChip: ['{{from}} 起', 'From {{from}}'],
  line: ['日志详情', 'Log line'],
  byItself: ['自动', 'By itself'],
  onlyDevice: ['只看此设备', 'Only this device'],
  onlyUser: ['只看此用户', 'Only this user'],
  none: ['此时间范围内没有日志', 'Nothing in this time range'],
  noneWhy_operation: [
    '对设备的每次写入都记录在这里：谁、何时、写了什么、结果如何。',
    'Every write to a device is kept here: who, when, what, and what became of it.',
  ],
  noneWhy_login: ['登录、退出和被拒绝的登录都记录在这里。', 'Sign-ins, sign-outs and refused sign-ins are kept here.'],
  noneWhy_device: [
    '设备的连接、断开、被拒绝的消息和它自己的日志都列在这里。',
    'Connects, disconnects, refused messages and the devices’ own lines are listed here.',
  ],
  noneWhy_alarm: [
    '谁确认、搁置、停用或备注了报警，都记录在这里。',
    'Who confirmed, shelved, took out of service or noted on an alarm is kept here.',
  ],
})
