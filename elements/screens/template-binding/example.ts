import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '模板绑定：查看每台设备的模板，单台或批量绑定、解绑。需要用户登录，令牌看不到它。',
    en: 'Template binding: each device with its template, bound one by one or many at once. For signed-in users; tokens are refused.',
  },
  attributes: { group: { offers: 'group' }, bound: { offers: ['yes', 'no'] } },
  states: FOR_USERS,
  height: 640,
}
