import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '审计记录：谁在何时更改了账号和权限。需要登录，令牌看不到它。',
    en: 'The audit: who changed accounts and rights, and when. For signed-in users; tokens are refused.',
  },
  attributes: { action: { offers: ['sign-in', 'user-create,user-edit,user-delete', 'role-edit,rights'] } },
  // Every token is a guest's here.
  states: { ready: false, empty: false, stale: false },
  height: 560,
}
