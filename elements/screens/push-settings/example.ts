import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '报警推送：本人的推送渠道、级别和免打扰。需要登录，令牌看不到它。',
    en: 'Alarm push: the own channels, levels and quiet hours. For signed-in users; tokens are refused.',
  },
  states: FOR_USERS,
  height: 720,
}
