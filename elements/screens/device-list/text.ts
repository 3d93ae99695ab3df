import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['设备管理', 'Devices'],
  counted: ['共 {{count}} 台', '{{count}} devices', '{{count}} device'],
  group: ['分组', 'Group'],
  state: ['状态', 'State'],
  name: ['名称', 'Name'],
  sn: ['SN 码', 'SN'],
  model: ['型号', 'Model'],
  virtual: ['虚拟', 'Virtual'],
  template: ['模板', 'Template'],
  alarms: ['报警', 'Open alarms'],
  lastReport: ['最近上报', 'Last report'],
  site: ['现场', 'Site'],
  empty: ['还没有设备', 'No devices yet'],
  emptyWhy: [
    '有注册设备权限的用户注册后，设备会显示在这里。',
    'Devices appear here once somebody who may register them has done so.',
  ],
  register: ['注册设备', 'Register device'],
  actions: ['操作', 'Actions'],
  menuOf: ['{{name}} 的操作', 'Actions of {{name}}'],
  open: ['打开', 'Open'],
  edit: ['编辑', 'Edit'],
})
