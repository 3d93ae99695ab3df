import { ALWAYS_READY, type Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '首次登录：修改他人设置的密码。',
    en: 'The first sign-in: changes a password that somebody else set.',
  },
  states: ALWAYS_READY,
}
