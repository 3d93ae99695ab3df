import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['页签', 'Tabs'],
  label: ['名称', 'Name'],
  tabs: ['页签', 'Tabs'],
  control_id: ['显示的控件或组合', 'Control or group that it shows'],
  initial: ['初始页签', 'Shown at first'],
  look: ['样式', 'Look'],
  look_tabs: ['页签', 'Tabs'],
  look_toggle: ['切换按钮', 'Toggle'],
  hasFrame: ['显示背景', 'Show a background'],
  noTabs: ['未设置页签', 'No tabs set'],
  noTabsWhy: ['在属性中添加页签，并为每个页签选择组合。', 'Add tabs in the properties, and choose a group for each.'],
  tab: ['页签 {{number}}', 'Tab {{number}}'],
})
