import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '模板库：查看公开的和分享给我的模板，复制为自己的模板。需要用户登录，令牌看不到它。',
    en: 'Template library: what is public or shared with the user, looked at and copied. For signed-in users; tokens are refused.',
  },
  attributes: { of: { offers: ['public', 'shared'] } },
  states: FOR_USERS,
  height: 640,
}
