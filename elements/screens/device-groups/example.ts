import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '设备分组树及各组设备状态：新建、改名、移动和删除。需要用户登录，令牌看不到它。',
    en: 'The tree of device groups with the states of their devices: made, renamed, moved, deleted. For signed-in users; tokens are refused.',
  },
  // Every token is a guest's here.
  states: { ready: false, empty: false },
  height: 560,
}
