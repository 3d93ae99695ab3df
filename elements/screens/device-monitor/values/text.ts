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
  addThem: ['添加变量', 'Add points'],
  addTitle: ['添加设备上报的变量', 'Add points that the device reports'],
  addSelected: ['添加 {{count}} 个变量', 'Add {{count}} points', 'Add {{count}} point'],
  pointName: ['名称', 'Name'],
  pointUnit: ['单位', 'Unit'],
  pointType: ['类型', 'Type'],
  number: ['数值', 'Number'],
  boolean: ['开关', 'On or off'],
  string: ['文本', 'Text'],
  enum: ['枚举', 'Choice'],
  nameMissing: ['请输入名称', 'Enter a name'],
  added: ['已添加 {{count}} 个变量', '{{count}} points added', '{{count}} point added'],
})
