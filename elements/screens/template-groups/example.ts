import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '模板分组：新建、修改和删除设备模板的分组。需要用户登录，令牌看不到它。',
    en: 'Template groups: made, renamed and deleted. For signed-in users; tokens are refused.',
  },
  states: FOR_USERS,
  height: 480,
}
