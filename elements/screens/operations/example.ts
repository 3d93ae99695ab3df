import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '运维管理：按用户授予和收回操作权限。需要用户登录，令牌看不到它。',
    en: 'Who may do what with users and devices, granted and revoked at once. For signed-in users; tokens are refused.',
  },
  attributes: { kind: { offers: ['user', 'device'] } },
  states: FOR_USERS,
  height: 560,
}
