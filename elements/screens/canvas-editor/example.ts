import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '组态编辑器：绘制画面、绑定变量、设置事件、管理版本。需要登录，令牌看不到它。',
    en: 'The screen editor: drawing, bindings, events, versions. For signed-in users; tokens are refused.',
  },
  attributes: { screen: { value: '1' } },
  states: FOR_USERS_ONCE,
  height: 640,
}
