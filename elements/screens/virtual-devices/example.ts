import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '虚拟设备：由多台设备的变量和计算变量组成，编辑公式时可见当前结果。需要用户登录，令牌看不到它。',
    en: 'Virtual devices: composed of points of several devices and of calculated ones, each formula shown with its result. For signed-in users; tokens are refused.',
  },
  attributes: {
    group: { offers: 'group' },
    sort: { offers: ['dev_alias', '-report_time', '-open_alarms'] },
    new: { offers: ['yes'] },
  },
  states: FOR_USERS,
  height: 640,
}
