import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['账号', 'Account'],
  sections: ['账号的各部分', 'Parts of the account'],
  personal: ['个人信息', 'Profile'],
  security: ['安全', 'Security'],
  push: ['报警推送', 'Alarm push'],
  sessions: ['登录会话', 'Sessions'],
  closing: ['注销账号', 'Close account'],
  simulated: [
    '此账号正在被模拟登录（{{name}}），这里的内容不能更改。',
    '{{name}} is acting as this user: nothing can be changed here.',
  ],
  experience: ['这是体验账号，这里的内容不能更改。', 'This is the experience account: nothing can be changed here.'],
  passwordNow: ['当前密码', 'Current password'],
  passwordNowMissing: ['输入当前密码', 'Enter the current password'],
})
