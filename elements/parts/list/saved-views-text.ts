import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  views: ['视图', 'Views'],
  saveView: ['保存当前视图…', 'Save this view…'],
  saveViewTitle: ['保存视图', 'Save this view'],
  saveViewDone: ['保存', 'Save'],
  viewName: ['名称', 'Name'],
  viewNameHelp: [
    '不超过 32 个字符；保存筛选、排序和列，仅在此浏览器中',
    'At most 32 characters; keeps filters, order and columns in this browser',
  ],
  viewTaken: ['已有同名视图', 'There is a view of this name already'],
  deleteView: ['删除“{{name}}”', 'Delete “{{name}}”'],
})
