import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '仪表盘编辑器：摆放组件、绑定任意设备的变量、设置手机和平板布局、管理版本。需要登录，令牌看不到它。',
    en: 'The dashboard editor: components, points of any devices, layouts for phones and tablets, versions. For signed-in users; tokens are refused.',
  },
  attributes: { dashboard: { value: '1' } },
  states: FOR_USERS_ONCE,
  height: 640,
}
