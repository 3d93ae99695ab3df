import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  unread: ['未读', 'Unread'],
  areUnread: ['条未读', 'unread'],
  atLeast: ['至少 {{number}}', 'at least {{number}}'],
  markRead: ['标为已读', 'Mark as read'],
  markUnread: ['标为未读', 'Mark as unread'],
  selected: ['已选 {{count}} 条', '{{count}} selected'],
  bulk: ['对所选消息的操作', 'Actions on the selected messages'],
  clearSelection: ['取消选择', 'Clear the selection'],
  deleted: ['已删除 {{count}} 条消息', '{{count}} messages deleted', '{{count}} message deleted'],
  restored: ['已恢复', 'Brought back'],
  allRead: ['已全部标为已读', 'All marked as read'],
})

export const writingText = defineText({
  title: ['标题', 'Title'],
  body: ['内容', 'Text'],
  bodyHelp: [
    '{{count}}/{{most}} 个字符；网址会显示为链接。',
    '{{count}} of {{most}} characters. Web addresses become links.',
  ],
  titleMissing: ['请输入标题', 'Enter a title'],
  bodyMissing: ['请输入内容', 'Enter a text'],
  titleLong: ['标题最多 {{most}} 个字符', 'At most {{most}} characters'],
  bodyLong: ['内容最多 {{most}} 个字符', 'At most {{most}} characters'],
})
