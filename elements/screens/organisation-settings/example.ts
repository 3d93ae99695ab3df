import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '组织设置：名称、标志、颜色、语言、时区与允许的地址，保存前可预览。需要登录，令牌看不到它。',
    en: 'Settings of the organisation: names, logos, colours, language, time zone and allowed hosts, with a preview. For signed-in users; tokens are refused.',
  },
  states: FOR_USERS_ONCE,
}
