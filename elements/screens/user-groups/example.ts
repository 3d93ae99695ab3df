import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '组织的用户组树：新建、改名、移动和删除。需要用户登录，令牌看不到它。',
    en: 'The organisation as a tree of user groups: made, renamed, moved, deleted. For signed-in users; tokens are refused.',
  },
  // Every token is a guest's here.
  states: { ready: false, empty: false },
  height: 560,
}
