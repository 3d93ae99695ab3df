import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '设备分享：分享给他人的设备和他人分享的设备。需要登录，令牌看不到它。',
    en: 'Device sharing: devices that the user shares, and those that others share with the user. For signed-in users; tokens are refused.',
  },
  attributes: { of: { offers: ['given', 'received'] } },
  states: FOR_USERS_ONCE,
  height: 560,
}
