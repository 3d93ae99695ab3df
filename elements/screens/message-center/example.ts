import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '信息中心：各页面的未读数和公告栏。需要登录，令牌看不到它。',
    en: 'The way into messages: what is unread, and the bulletin board. For signed-in users; tokens are refused.',
  },
  // Every token is a guest's here.
  states: { ready: false, empty: false, stale: false },
  height: 560,
}
