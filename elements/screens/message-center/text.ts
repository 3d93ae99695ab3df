import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['信息中心', 'Messages'],
  pages: ['信息中心的页面', 'Pages of this section'],
  unread: ['未读', 'unread'],
  unconfirmed: ['未确认', 'unconfirmed'],
})
