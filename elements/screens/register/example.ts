import { ALWAYS_READY, type Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '注册：用手机号或邮箱开通账号。',
    en: 'Registering: an account of one’s own, by phone or e-mail.',
  },
  states: ALWAYS_READY,
}
