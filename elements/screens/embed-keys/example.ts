import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '嵌入密钥：新建、修改、更换和撤销。需要管理员登录，令牌看不到它。',
    en: 'Embed keys: made, changed, replaced, revoked. For signed-in administrators; tokens are refused.',
  },
  // Every token is a guest's here.
  states: { ready: false, empty: false },
  height: 560,
}
