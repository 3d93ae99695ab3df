import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['设置自己的密码', 'Set your own password'],
  why: [
    '当前密码由他人设置。修改后即可使用控制台，其他人不再知道您的密码。',
    'Somebody else set your current password. Choose your own to go on: nobody else will know it.',
  ],
  passwordNow: ['当前密码', 'Current password'],
  passwordNowMissing: ['输入当前密码', 'Enter the current password'],
  same: ['不能与当前密码相同', 'Choose another than the current one'],
  ruleAny: ['{{least}} 到 {{most}} 个字符', '{{least}} to {{most}} characters'],
  rulePlain: ['{{least}} 到 {{most}} 位字母或数字', '{{least}} to {{most}} letters or digits'],
  ruleBroken: ['应为 {{rule}}', 'Needs {{rule}}'],
  change: ['修改密码', 'Change password'],
  signOut: ['退出登录', 'Sign out'],
})
