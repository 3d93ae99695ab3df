import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  search: ['按名称、SN 码、型号或标签搜索', 'Search by name, SN, model or tag'],
  searchChip: ['搜索：{{search}}', 'Search: {{search}}'],
  group: ['分组', 'Group'],
  groupChip: ['分组：{{name}}', 'Group: {{name}}'],
  groupAlarms: ['{{devices}} · {{count}} 条报警', '{{devices}} · {{count}} alarms', '{{devices}} · {{count}} alarm'],
  state: ['状态', 'State'],
  allStates: ['全部状态', 'All states'],
  tag: ['标签', 'Tag'],
  allTags: ['全部标签', 'All tags'],
  tagChip: ['标签：{{name}}', 'Tag: {{name}}'],
  allRegions: ['全部地区', 'All regions'],
  regionChip: ['地区：{{name}}', 'Region: {{name}}'],
  stateChip: ['状态：{{names}}', 'State: {{names}}'],
})
