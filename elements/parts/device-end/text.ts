import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['注销“{{name}}”？', 'Deregister {{name}}?'],
  now: [
    '设备的连接立即断开，它的未结束报警随之结束，组态、看板和列表中不再显示它。该 SN 码随之释放：任何人凭 SN 码和设备密码都可以注册。',
    'Its connection ends at once, its open alarms are over, and screens, dashboards and lists do not show it any more. It is given up: anybody who has its SN and password may register it.',
  ],
  kept: [
    '历史、变量、规则和绑定保留 {{days}} 天，其间可在“已注销设备”中恢复；之后全部删除。组织最多保留最近注销的 {{most}} 台，更早的提前删除。',
    'History, points, rules and bindings are kept for {{days}} days, in which it can be restored from “Deregistered devices”; after that all of it is deleted. The newest {{most}} of the organization are kept; earlier ones are deleted before.',
  ],
  confirm: ['注销“{{name}}”', 'Deregister {{name}}'],
  done: ['已注销“{{name}}”', 'Deregistered {{name}}'],
  restored: ['已恢复“{{name}}”', 'Restored {{name}}'],
  restore: ['恢复', 'Restore'],
  deregister: ['注销…', 'Deregister…'],
  label: ['打印标签…', 'Print label…'],
  more: ['更多操作', 'More actions'],
})
