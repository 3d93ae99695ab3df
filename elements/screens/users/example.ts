import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '用户管理：新建、编辑、移动、锁定和删除，及密码、配额与直接权限。需要用户登录，令牌看不到它。',
    en: 'Users: created, edited, moved, locked, deleted, with passwords, quotas and rights. For signed-in users; tokens are refused.',
  },
  attributes: { state: { offers: ['activated', 'locked'] } },
  states: FOR_USERS,
  height: 640,
}
