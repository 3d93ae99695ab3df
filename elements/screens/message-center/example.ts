import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '信息中心：各页面的未读数和公告栏。需要登录，令牌看不到它。',
    en: 'The way into messages: what is unread, and the bulletin board. For signed-in users; tokens are refused.',
  },
  states: FOR_USERS_ONCE,
  height: 560,
}
