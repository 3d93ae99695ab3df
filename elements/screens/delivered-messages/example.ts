import { type Example, FOR_USERS_ONCE } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '已发消息：验证码与报警推送及其发送状态。需要管理员登录，令牌看不到它。',
    en: 'Notification log: codes and alarms, and what became of them. For signed-in administrators; tokens are refused.',
  },
  states: FOR_USERS_ONCE,
  height: 560,
}
