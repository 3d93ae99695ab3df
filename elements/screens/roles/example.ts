import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '角色及其权限：新建、复制、修改和删除。需要用户登录，令牌看不到它。',
    en: 'Roles and what each carries: made, copied, changed, deleted. For signed-in users; tokens are refused.',
  },
  states: FOR_USERS,
  height: 640,
}
