import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  by: ['联系方式', 'Reach me by'],
  phone: ['手机', 'Phone'],
  email: ['邮箱', 'Email'],
  area: ['国际区号', 'Area code'],
  number: ['手机号', 'Phone number'],
  address: ['邮箱地址', 'Email address'],
  numberWrong: ['手机号应为 11 位数字', 'A number of +86 has 11 digits'],
  numberElsewhere: ['号码应为 4 至 14 位数字', 'The number has 4 to 14 digits'],
  addressWrong: ['输入完整的邮箱地址，如 li@example.com', 'Enter a whole address, like li@example.com'],
  code: ['验证码', 'Code'],
  codeHelp: ['6 位数字，10 分钟内有效', 'Six digits, good for 10 minutes'],
  codeWrong: ['输入收到的 6 位数字', 'Enter the six digits that you received'],
  send: ['发送验证码', 'Send a code'],
  again: ['重新发送', 'Send again'],
  againIn: ['{{count}} 秒后可重发', 'Again in {{count}} s'],
  sent: ['验证码已发送至 {{address}}', 'A code is on its way to {{address}}'],
})
