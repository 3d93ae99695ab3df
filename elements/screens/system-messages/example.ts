import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '系统消息：账号、分享和配额方面的提醒。需要登录，令牌看不到它。',
    en: 'System messages: what concerns the account, what was shared, and quotas. For signed-in users; tokens are refused.',
  },
  attributes: { filter: { offers: ['unread'] } },
  states: FOR_USERS_ONCE,
  height: 480,
}
