import { ALWAYS_READY, type Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '隐私政策：保存什么、在哪里、多久、如何删除。不需要登录。',
    en: 'The privacy policy: what is kept, where, for how long, and how it is deleted. No sign-in is needed.',
  },
  states: ALWAYS_READY,
}
