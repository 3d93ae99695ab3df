import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '设备模板：变量、报警规则、画面、权限项和视频，发布、分享与转让。需要用户登录，令牌看不到它。',
    en: 'Device templates: points, alarm rules, screens, permission items, videos; published and shared. For signed-in users; tokens are refused.',
  },
  attributes: {
    type: { offers: ['standard', 'nonstandard'] },
    published: { offers: ['yes', 'no'] },
    of: { offers: ['own', 'shared', 'public'] },
    tab: { offers: ['points', 'rules', 'screens', 'items', 'videos'] },
  },
  states: FOR_USERS,
  height: 640,
}
