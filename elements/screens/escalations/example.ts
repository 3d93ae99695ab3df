import { type Example, FOR_USERS } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '报警升级与 Webhook：无人确认时通知谁，以及把报警发给哪些程序。需要管理员登录，令牌看不到它。',
    en: 'Alarm escalation and webhooks: who is notified when nobody confirms, and which programs are notified. For signed-in administrators; tokens are refused.',
  },
  attributes: { tab: { value: 'rules', offers: ['rules', 'webhooks'] } },
  states: FOR_USERS,
  height: 560,
}
