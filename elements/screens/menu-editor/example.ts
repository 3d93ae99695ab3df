import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '自定义页面与菜单：组织的首页仪表盘，以及加入控制台菜单的两级菜单项，保存前可按角色预览。需要登录，令牌看不到它。',
    en: 'Custom page and menu: the dashboard that an organisation’s users see first, and its own items of the console’s menu, with a preview for each role. For signed-in users; tokens are refused.',
  },
  states: FOR_USERS_ONCE,
}
