import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '模板分组：新建、修改和删除设备模板的分组。需要用户登录，令牌看不到它。',
    en: 'Template groups: made, renamed and deleted. For signed-in users; tokens are refused.',
  },
  // Every token is a guest's here.
  states: { ready: false, empty: false },
  height: 480,
}
