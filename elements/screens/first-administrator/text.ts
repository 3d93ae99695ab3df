import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['首次设置', 'First setup'],
  intro: [
    '创建此安装的第一个管理员。链接只能使用一次。',
    'Make the first administrator of this installation. The link works once.',
  ],
  userName: ['用户名', 'User name'],
  userNameHelp: ['2 至 32 个字母、数字或 . _ -', '2 to 32 letters, digits or . _ -'],
  userNameWrong: ['用户名须为 2 至 32 个字母、数字或 . _ -', 'A user name has 2 to 32 letters, digits or . _ -'],
  name: ['姓名', 'Name'],
  nameMissing: ['填写姓名', 'Enter a name'],
  company: ['组织名称', 'Organisation'],
  companyMissing: ['填写组织名称', 'Enter the name of the organisation'],
  make: ['创建管理员', 'Make the administrator'],
  noLink: ['缺少链接中的密钥', 'The key of the link is missing'],
  noLinkWhy: [
    '请打开服务器启动时打印的完整链接；重新启动服务器会生成新的链接。',
    'Open the whole link that the server printed when it started; a restart prints a new one.',
  ],
  done: ['管理员已创建', 'The administrator is made'],
  doneWhy: ['现在可以用 {{user_name}} 登录。', 'You can sign in as {{user_name}} now.'],
  toSignIn: ['去登录', 'Go to sign in'],
})
