import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '分享链接：有效期、访问记录和撤销。需要登录，令牌看不到它。',
    en: 'Share links: until when they are valid, who opened them, and their end. For signed-in users; tokens are refused.',
  },
  states: FOR_USERS_ONCE,
  height: 560,
}
