import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  title: ['快捷键', 'Keys'],
  where: ['焦点在报警列表中时有效。', 'While the focus is in the alarms.'],
  down: ['下一条', 'Next alarm'],
  up: ['上一条', 'Previous alarm'],
  open: ['打开', 'Open'],
  select: ['选择，加 Shift 选择一段', 'Select; with Shift, all up to here'],
  selectAll: ['全选', 'Select all'],
  confirm: ['确认所选，或当前一条', 'Confirm the selected ones, else this one'],
  confirmNoted: ['确认并填写备注', 'Confirm them with a note'],
  shelve: ['搁置所选，或当前一条', 'Shelve the selected ones, else this one'],
  fresh: ['显示新报警', 'Show new alarms'],
  search: ['搜索', 'Search'],
  close: ['关闭，或取消选择', 'Close, or clear the selection'],
  list: ['显示此列表', 'Show this list'],
})
