import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['系统消息', 'System messages'],
  readAll: ['全部标为已读', 'Mark all as read'],
  search: ['按内容搜索', 'Search by text'],
  show: ['显示', 'Show'],
  all: ['全部', 'All'],
  unread: ['未读', 'Unread'],
  message: ['内容', 'Message'],
  goThere: ['查看', 'Open the page'],
  browser: ['浏览器或程序', 'Browser or program'],
  none: ['没有系统消息', 'No system messages'],
  noneWhy: [
    '账号变更、分享、配额和登录方面的提醒会出现在这里。',
    'Messages about your account, shares, quotas and sign-ins appear here.',
  ],
  noUnread: ['没有未读的系统消息', 'Nothing unread'],
  noUnreadWhy: ['都已读过。', 'Everything is read.'],
})
