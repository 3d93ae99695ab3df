import { ALWAYS_READY, type Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '找回密码：通过手机或邮箱验证码重设密码。',
    en: 'A forgotten password: a new one by a code to the phone or e-mail.',
  },
  states: ALWAYS_READY,
}
