import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  deregistered: ['已注销设备', 'Deregistered devices'],
  counted: ['共 {{count}} 台', '{{count}} devices', '{{count}} device'],
  name: ['名称', 'Name'],
  sn: ['SN 码', 'SN'],
  group: ['分组', 'Group'],
  since: ['注销时间', 'Deregistered'],
  by: ['操作人', 'By'],
  left: ['剩余', 'Left'],
  days: ['{{count}} 天', '{{count}} days', '{{count}} day'],
  actions: ['操作', 'Actions'],
  back: ['全部设备', 'All devices'],
  search: ['搜索名称、SN 或型号', 'Search name, SN or model'],
  none: ['没有已注销的设备', 'No deregistered devices'],
  noneWhy: [
    '注销的设备在这里保留 {{days}} 天，其间可以恢复；最多保留最近的 {{most}} 台。',
    'A deregistered device is kept here for {{days}} days, in which it can be restored; the newest {{most}} are kept.',
  ],
})
