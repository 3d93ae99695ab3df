import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  dashboard: ['仪表盘', 'Dashboard'],
  dashboardOf: ['仪表盘：{{name}}', 'Dashboard: {{name}}'],
  noDashboards: ['此设备的模板还没有仪表盘', 'The template of this device has no dashboard yet'],
  noDashboardsWhy: [
    '在“仪表盘”中为设备模板新建仪表盘，即可显示该模板的任意设备。',
    'Make one for the device template in Dashboards: it shows any device of that template.',
  ],
  title: ['设备监控', 'Device overview'],
  counted: ['共 {{count}} 台', '{{count}} devices', '{{count}} device'],
  groups: ['设备分组', 'Device groups'],
  allGroups: ['全部分组', 'All groups'],
  tiles: ['卡片', 'Tiles'],
  table: ['表格', 'Table'],
  name: ['名称', 'Name'],
  state: ['状态', 'State'],
  newest: ['最新数值', 'Newest values'],
  lastReport: ['最近上报', 'Last report'],
  alarms: ['{{count}} 条未恢复', '{{count}} active'],
  noValues: ['尚无数值', 'No values yet'],
  valuesRefused: ['无权查看数值', 'Values are not open to you'],
  empty: ['还没有设备', 'No devices yet'],
  emptyWhy: [
    '注册设备后，可在此同时查看多台设备的状态与数值。',
    'Registered devices show their state and values here, many at once.',
  ],
  toDevices: ['前往设备列表', 'Go to the device list'],
  device: ['设备 {{sn}}', 'Device {{sn}}'],
  cardLayout: ['卡片布局…', 'Card layout…'],
  pictureOf: ['{{name}} 的现场图片', 'Scene picture of {{name}}'],
  openPage: ['在单独页面打开', 'Open on its own page'],
})
