import { ALWAYS_READY, type Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '登录：供没有自己的用户、直接使用控制台账号的页面。',
    en: 'Signing in, for pages whose users are those of the console itself.',
  },
  states: ALWAYS_READY,
}
