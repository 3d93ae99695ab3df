import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['找回密码', 'Reset password'],
  steps: ['步骤', 'Steps'],
  address: ['手机或邮箱', 'Phone or email'],
  code: ['验证码', 'Code'],
  password: ['新密码', 'New password'],
  mayBe: [
    '如果 {{address}} 有账号，验证码正在发送。',
    'If there is an account with {{address}}, a code is on its way.',
  ],
  next: ['下一步', 'Next'],
  other: ['换一个手机号或邮箱', 'Another phone or email'],
  rule: [
    '通常为 {{least}} 至 {{most}} 位字母或数字，您的组织可能另有要求',
    'Usually {{least}} to {{most}} letters or digits; your organisation may have its own rule',
  ],
  passwordShort: ['密码至少 {{least}} 位', 'The password needs {{least}} characters or more'],
  set: ['设置新密码', 'Set the password'],
  done: ['新密码已生效', 'The new password is set'],
  doneWhy: ['此账号的所有登录会话都已退出。', 'All sessions of this account are signed out.'],
  toSignIn: ['去登录', 'Go to sign in'],
  back: ['返回登录', 'Back to sign in'],
})
