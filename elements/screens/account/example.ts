import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '用户自己的账号：个人信息、密码与绑定、登录会话、注销。需要登录，令牌看不到它。',
    en: 'The user’s own account: personal information, password, sessions, closing. For signed-in users; tokens are refused.',
  },
  attributes: { section: { offers: ['personal', 'security', 'sessions', 'closing'] } },
  states: FOR_USERS_ONCE,
}
