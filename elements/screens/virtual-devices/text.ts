import { defineText } from '../../../core/text/define-text.ts'

/** Of the list, and of what can be done with a virtual device. */
export const text = defineText({
  title: ['虚拟设备', 'Virtual devices'],
  counted: ['共 {{count}} 台', '{{count}} virtual devices', '{{count}} virtual device'],
  create: ['新建虚拟设备', 'New virtual device'],
  empty: ['还没有虚拟设备', 'No virtual devices yet'],
  emptyWhy: [
    '虚拟设备由多台设备的变量和计算变量组成，像一台设备那样有实时数据、历史、画面和报警。例如一座泵站的总流量和总功率。',
    'A virtual device combines points of several devices with calculated points. It has live values, history, screens and alarms as any device: the total flow and power of a pump station, for instance.',
  ],
  search: ['按名称或 SN 搜索', 'Search by name or SN'],
  group: ['分组', 'Group'],
  groupChip: ['分组：{{name}}', 'Group: {{name}}'],
  name: ['名称', 'Name'],
  sn: ['SN 码', 'SN'],
  state: ['状态', 'State'],
  points: ['变量', 'Points'],
  pointsFrom: [
    '{{points}} 个变量，来自 {{count}} 台设备',
    '{{points}} points from {{count}} devices',
    '{{points}} points from {{count}} device',
  ],
  template: ['模板', 'Template'],
  lastReport: ['最近上报', 'Last report'],
  alarms: ['报警', 'Open alarms'],
  actions: ['操作', 'Actions'],
  menuOf: ['“{{name}}”的操作', 'Actions of {{name}}'],
  open: ['打开', 'Open'],
  edit: ['编辑', 'Edit'],
  rules: ['报警规则', 'Alarm rules'],
  delete: ['删除', 'Delete'],
  deleteTitle: ['删除“{{name}}”？', 'Delete {{name}}?'],
  deleteWhy: [
    '它的历史数据和报警一并删除，不能恢复。作为数据来源的设备不受影响。',
    'Its history and its alarms are deleted with it; this cannot be undone. The devices that it is composed of stay.',
  ],
  deleteIt: ['删除“{{name}}”', 'Delete {{name}}'],
  deleted: ['已删除“{{name}}”', 'Deleted {{name}}'],
})
