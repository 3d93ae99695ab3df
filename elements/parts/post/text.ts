import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  unread: ['未读', 'Unread'],
  markRead: ['标为已读', 'Mark as read'],
  markUnread: ['标为未读', 'Mark as unread'],
  selected: ['已选 {{count}} 条', '{{count}} selected'],
  bulk: ['对所选消息的操作', 'Actions on the selected messages'],
  clearSelection: ['取消选择', 'Clear the selection'],
  deleted: ['已删除 {{count}} 条消息', '{{count}} messages deleted', '{{count}} message deleted'],
  restored: ['已恢复', 'Brought back'],
  allRead: ['已全部标为已读', 'All marked as read'],
})
