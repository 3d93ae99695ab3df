import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '图库：画面所用的图片、图元、控件组和 3D 模型，上传、分类与删除。需要用户登录，令牌看不到它。',
    en: 'Gallery: pictures, symbols, groups of controls and 3D models of screens. For signed-in users; tokens are refused.',
  },
  attributes: { type: { offers: ['picture', 'symbol', 'group', 'model'] } },
  states: FOR_USERS,
  height: 640,
}
