import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  nickname: ['昵称', 'Nickname'],
  nicknameHelp: ['显示在页面和消息中，不超过 10 个字符', 'Shown on pages and in messages; at most 10 characters'],
  fullName: ['姓名', 'Full name'],
  fullNameHelp: ['记录中显示此姓名，不超过 64 个字符；可不填', 'Shown in records; at most 64 characters, optional'],
  nicknameMissing: ['输入昵称', 'Enter a nickname'],
  company: ['公司名称', 'Company name'],
  companyHelp: ['整个组织的名称，不超过 30 个字符', 'The name of the whole organisation; at most 30 characters'],
  companyMissing: ['输入公司名称', 'Enter a company name'],
  timezone: ['时区', 'Time zone'],
  timezoneHelp: [
    '整个组织的时区：日、周、小时的起止和记录中的时间均按此计算',
    'Of the whole organisation: its days, weeks and hours begin by it, and records show times in it',
  ],
  userName: ['用户名', 'User name'],
  kind: ['用户类型', 'Kind of user'],
  since: ['注册时间', 'Member since'],
  saved: ['已保存', 'Saved'],
  unsaved: ['有未保存的更改', 'Not saved yet'],
})
