import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '登录规则：密码长度与字符、单一会话。需要登录，令牌看不到它。',
    en: 'The sign-in policy: length and characters of passwords, one session a user. For signed-in users; tokens are refused.',
  },
  states: FOR_USERS_ONCE,
}
