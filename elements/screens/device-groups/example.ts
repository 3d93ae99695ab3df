import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '设备分组树及各组设备状态：新建、改名、移动和删除。需要用户登录，令牌看不到它。',
    en: 'The tree of device groups with the states of their devices: made, renamed, moved, deleted. For signed-in users; tokens are refused.',
  },
  states: FOR_USERS,
  height: 560,
}
