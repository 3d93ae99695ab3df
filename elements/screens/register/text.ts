import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  closedTitle: ['注册已关闭', 'Registration is closed'],
  closed: [
    '此处不开放注册。账号由您组织的管理员创建。',
    'Registration is closed here: the administrators of your organisation make the accounts.',
  ],
  title: ['注册账号', 'Register'],
  // Whoever has an account already learns that from the message alone.
  sent: ['验证码正发往 {{address}}', 'A code is on its way to {{address}}'],
  codeFirst: ['先发送验证码，再输入收到的 6 位数字', 'Enter the six digits; send a code first'],
  name: ['昵称', 'Nickname'],
  nameHelp: ['最多 {{most}} 个字符', 'At most {{most}} characters'],
  nameMissing: ['输入昵称', 'Enter a nickname'],
  company: ['公司名称', 'Company'],
  companyHelp: ['最多 {{most}} 个字符', 'At most {{most}} characters'],
  companyMissing: ['输入公司名称', 'Enter the company name'],
  agree: ['我已阅读并同意', 'I have read and agree to the'],
  privacy: ['隐私政策', 'privacy policy'],
  agreeMissing: ['勾选同意隐私政策后才能注册', 'Registering needs your agreement: tick it'],
  phoneTaken: ['该手机号已注册，可直接登录或找回密码', 'This phone has an account: sign in, or recover the password'],
  emailTaken: ['该邮箱已注册，可直接登录或找回密码', 'This email has an account: sign in, or recover the password'],
  register: ['注册', 'Register'],
  known: ['已有账号，去登录', 'Already registered, go to sign in'],
  done: ['注册成功', 'You are registered'],
  doneWhy: [
    '现在可用 {{address}} 和刚设置的密码登录。',
    'Sign in with {{address}} and the password that you have just set.',
  ],
  toSignIn: ['去登录', 'Go to sign in'],
})
