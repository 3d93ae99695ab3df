import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '运维管理：按用户授予和收回操作权限。需要用户登录，令牌看不到它。',
    en: 'Who may do what with users and devices, granted and revoked at once. For signed-in users; tokens are refused.',
  },
  attributes: { kind: { offers: ['user', 'device'] } },
  // Every token is a guest's here.
  states: { ready: false, empty: false },
  height: 560,
}
