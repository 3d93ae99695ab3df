import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '嵌入密钥：新建、修改、更换和撤销。需要管理员登录，令牌看不到它。',
    en: 'Embed keys: made, changed, replaced, revoked. For signed-in administrators; tokens are refused.',
  },
  states: FOR_USERS,
  height: 560,
}
