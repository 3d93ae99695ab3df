import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  kind: ['类型', 'Kind'],
  allKinds: ['全部类型', 'All kinds'],
  onlyKind: ['类型：{{name}}', 'Kind: {{name}}'],
  connected: ['已连接', 'Connected'],
  disconnected: ['已断开', 'Disconnected'],
  refused: ['拒绝的消息', 'Message refused'],
  message: ['设备消息', 'Device message'],
  registered: ['已注册', 'Registered'],
  deregistered: ['已注销', 'Deregistered'],
  restored: ['已恢复', 'Restored'],
  upgrade: ['升级', 'Upgrade'],
  vpn: ['VPN', 'VPN'],
  details: ['内容', 'Details'],
  states: ['状态统计', 'States'],
  unknown: ['未知', 'Unknown'],
  unknownWhy: ['服务器没有运行，或当时尚未记录状态', 'No server ran, or states were not kept yet'],
  outages: ['离线次数', 'Outages'],
  noOutage: ['无', 'None'],
  outagesOf: ['{{count}} 次，最长 {{longest}}', '{{count}}, longest {{longest}}'],
  none: ['此时间范围内没有日志', 'No log lines in this time range'],
  noneWhy: [
    '设备的连接、断开、被拒绝的消息和它自己的日志都列在这里。',
    'Connects, disconnects, refused messages and the device’s own lines are listed here.',
  ],
})
