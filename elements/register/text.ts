import { defineText } from '../../core/text/define-text.ts'

export const text = defineText({
  title: ['注册账号', 'Register'],
  codeMissing: ['输入图中的字符', 'Enter what the picture shows'],
  digits: ['输入收到的 6 位数字', 'Enter the six digits that you received'],
  name: ['昵称', 'Nickname'],
  nameMissing: ['输入昵称，最多 10 个字符', 'Enter a nickname, at most 10 characters'],
  company: ['公司名称', 'Company'],
  companyMissing: ['输入公司名称，最多 30 个字符', 'Enter a company, at most 30 characters'],
  password: ['密码', 'Password'],
  passwordHelp: ['{{least}} 至 {{most}} 位字母或数字', '{{least}} to {{most}} letters or digits'],
  passwordWrong: [
    '密码应为 {{least}} 至 {{most}} 位字母或数字',
    'The password has {{least}} to {{most}} letters or digits',
  ],
  repeat: ['再次输入密码', 'Password again'],
  repeatWrong: ['两次输入的密码不一致', 'The two passwords differ'],
  agree: ['我已阅读并同意', 'I have read and agree to the'],
  privacy: ['隐私政策', 'privacy policy'],
  agreeMissing: ['同意隐私政策后才能注册', 'Registering needs your agreement'],
  register: ['注册', 'Register'],
  known: ['已有账号，去登录', 'Already registered: sign in'],
  done: ['注册成功', 'You are registered'],
  doneWhy: ['现在可用 {{address}} 登录。', 'Sign in with {{address}}.'],
  signIn: ['去登录', 'Go to sign in'],
})
