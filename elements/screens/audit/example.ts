import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '审计记录：谁在何时更改了账号和权限。需要登录，令牌看不到它。',
    en: 'The audit: who changed accounts and rights, and when. For signed-in users; tokens are refused.',
  },
  attributes: { action: { offers: ['sign-in', 'user-create,user-edit,user-delete', 'role-edit,rights'] } },
  states: FOR_USERS_ONCE,
  height: 560,
}
