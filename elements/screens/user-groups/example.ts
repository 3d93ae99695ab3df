import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '组织的用户组树：新建、改名、移动和删除。需要用户登录，令牌看不到它。',
    en: 'The organisation as a tree of user groups: made, renamed, moved, deleted. For signed-in users; tokens are refused.',
  },
  states: FOR_USERS,
  height: 560,
}
