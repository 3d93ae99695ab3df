import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  asTable: ['表格', 'Table'],
  asTiles: ['卡片', 'Tiles'],
  searchPoints: ['搜索变量', 'Search points'],
  key: ['标识', 'Key'],
  updated: ['更新时间', 'Updated'],
  action: ['操作', 'Action'],
  noPoints: ['还没有变量', 'No points yet'],
  noPointsWhy: [
    '设备上报后，它的变量会在这里提供添加；也可以为它绑定模板。',
    'Once the device reports, its points are offered here; or bind it to a template.',
  ],
  noSuchPoints: ['没有这些变量', 'None of these points'],
  noSuchPointsWhy: [
    '属性 points 中的变量在此设备上都不存在。',
    'The device has none of the points that the attribute points names.',
  ],
  nothingFound: ['没有匹配的变量', 'No point matches'],
  offered: [
    '设备上报了 {{count}} 个未显示的变量',
    '{{count}} points reported that are not shown',
    '{{count}} point reported that is not shown',
  ],
  conflict: [
    '“{{name}}”（{{key}}）是设备自己的变量，类型与模板不同，模板的变量未生效。',
    '{{name}} ({{key}}) is this device’s own point; its type differs from the template’s, so the template’s is not used.',
  ],
  takeTemplates: ['改用模板变量', 'Use the template’s'],
  takeTitle: ['改用模板的“{{name}}”？', 'Use the template’s point in place of {{name}}?'],
  takeWhy: [
    '设备自己的变量 {{key}} 及其历史数据将被删除，不能恢复。',
    'This device’s own point {{key}} is deleted with its history, for good.',
  ],
  takeIt: ['删除历史并改用', 'Delete its history and use it'],
  manage: ['变量设置', 'Edit points'],
  addThem: ['添加变量', 'Add points'],
  addTitle: ['添加设备上报的变量', 'Add points that the device reports'],
  addSelected: ['添加 {{count}} 个变量', 'Add {{count}} points', 'Add {{count}} point'],
  added: ['已添加 {{count}} 个变量', '{{count}} points added', '{{count}} point added'],
})
