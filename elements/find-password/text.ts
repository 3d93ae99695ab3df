import { defineText } from '../../core/text/define-text.ts'

export const text = defineText({
  title: ['找回密码', 'Recover the password'],
  codeMissing: ['输入图中的字符', 'Enter what the picture shows'],
  digits: ['输入收到的 6 位数字', 'Enter the six digits that you received'],
  mayBe: ['若 {{address}} 有账号，验证码已在路上。', 'If there is an account with {{address}}, a code is on its way.'],
  send: ['发送验证码', 'Send a code'],
  next: ['下一步', 'Next'],
  other: ['换一个手机号或邮箱', 'Another phone or email'],
  password: ['新密码', 'New password'],
  passwordHelp: [
    '{{least}} 至 {{most}} 位字母或数字，除非管理员另有规定',
    '{{least}} to {{most}} letters or digits, unless your organisation asks for more',
  ],
  passwordMissing: ['输入新密码', 'Enter a new password'],
  repeat: ['再次输入新密码', 'New password again'],
  repeatWrong: ['两次输入的密码不一致', 'The two passwords differ'],
  set: ['设置新密码', 'Set the password'],
  done: ['新密码已生效', 'The new password is set'],
  doneWhy: ['此账号的其他会话已退出登录。', 'All sessions of this account are signed out.'],
  signIn: ['去登录', 'Go to sign in'],
  back: ['返回登录', 'Back to sign in'],
})
