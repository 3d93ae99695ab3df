import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '用户管理：新建、编辑、移动、锁定和删除，及密码、配额与直接权限。需要用户登录，令牌看不到它。',
    en: 'Users: created, edited, moved, locked, deleted, with passwords, quotas and rights. For signed-in users; tokens are refused.',
  },
  attributes: { state: { offers: ['activated', 'locked'] } },
  // Every token is a guest's here.
  states: { ready: false, empty: false },
  height: 640,
}
