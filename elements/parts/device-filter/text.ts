import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  search: ['按名称、SN 码或型号搜索', 'Search by name, SN or model'],
  searchChip: ['搜索：{{search}}', 'Search: {{search}}'],
  group: ['分组', 'Group'],
  groupChip: ['分组：{{name}}', 'Group: {{name}}'],
  groupAlarms: ['{{devices}} · {{count}} 条报警', '{{devices}} · {{count}} alarms', '{{devices}} · {{count}} alarm'],
  allGroups: ['全部分组', 'All groups'],
  state: ['状态', 'State'],
  allStates: ['全部状态', 'All states'],
  stateChip: ['状态：{{names}}', 'State: {{names}}'],
})
