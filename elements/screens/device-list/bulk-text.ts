import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  left: ['{{count}} 台设备没有更改', '{{count}} devices were left as they are', '{{count}} device was left as it is'],
  isVirtual: [
    '虚拟设备，请在虚拟设备页面修改或删除',
    'It is virtual: it is changed and deleted on the page of virtual devices',
  ],
  leftOne: ['{{name}}：{{why}}', '{{name}}: {{why}}'],
  intervalTitle: [
    '{{count}} 台设备的上报间隔',
    'Report interval of {{count}} devices',
    'Report interval of {{count}} device',
  ],
  intervalWhy: [
    '用于判断设备是否离线、数据是否过期；设备自身的上报频率不变。',
    'By this a device counts as offline and its values as old; how often the device itself reports does not change.',
  ],
  intervalSave: ['设置 {{count}} 台', 'Set for {{count}} devices', 'Set for {{count}} device'],
  intervalDone: [
    '已将 {{count}} 台设备的上报间隔设为 {{seconds}} 秒',
    'Set the report interval of {{count}} devices to {{seconds}} s',
    'Set the report interval of {{count}} device to {{seconds}} s',
  ],
  intervalBack: [
    '已恢复 {{count}} 台设备的上报间隔',
    'Set back the report interval of {{count}} devices',
    'Set back the report interval of {{count}} device',
  ],
  endTitle: ['注销 {{count}} 台设备？', 'Deregister {{count}} devices?', 'Deregister {{count}} device?'],
  endNow: [
    '它们的连接立即断开，未结束的报警随之结束，组态、看板和列表中不再显示它们。SN 码随之释放：任何人凭 SN 码和设备密码都可以注册。',
    'Their connections end at once, their open alarms are over, and screens, dashboards and lists do not show them any more. They are given up: anybody who has an SN and its password may register it.',
  ],
  endConfirm: ['注销 {{count}} 台设备', 'Deregister {{count}} devices', 'Deregister {{count}} device'],
  ending: ['已注销 {{done}} / {{count}}', '{{done}} of {{count}} deregistered'],
  endDone: ['已注销 {{count}} 台设备', 'Deregistered {{count}} devices', 'Deregistered {{count}} device'],
  endBack: ['已恢复 {{count}} 台设备', 'Restored {{count}} devices', 'Restored {{count}} device'],
})
