import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  first: ['注销前要清空的内容', 'What has to be cleared first'],
  users: ['子用户', 'Sub-users'],
  virtual: ['虚拟设备', 'Virtual devices'],
  templates: ['模板', 'Templates'],
  devices: ['设备', 'Devices'],
  clear: ['已清空', 'Nothing left'],
  left: ['剩余 {{count}} 项', '{{count}} left'],
  toUsers: ['前往用户管理', 'Go to the users'],
  toVirtual: ['前往虚拟设备', 'Go to the virtual devices'],
  toTemplates: ['前往设备模板', 'Go to the templates'],
  toDevices: ['前往设备管理', 'Go to the devices'],
  check: ['重新检查', 'Check again'],
  notYet: ['清空以上内容后才能注销。', 'The account can be closed once all of this is cleared.'],
  lost: ['注销后会失去什么', 'What will be lost'],
  lostAccount: [
    '此账号的用户名、昵称、手机号、邮箱和微信绑定',
    'The user name, nickname, phone, email and WeChat of this account',
  ],
  lostSessions: ['所有登录会话立即退出', 'All sessions: they are signed out at once'],
  lostTenant: [
    '没有其他管理员时，整个组织：用户组、角色、设备分组和嵌入密钥',
    'The whole organisation where it has no other administrator: its groups, roles, device groups and embed keys',
  ],
  kept: ['审计记录会保留。注销后不能恢复。', 'The audit stays. A closed account cannot be brought back.'],
  closeIt: ['注销此账号', 'Close this account'],
  closed: ['此账号已注销。', 'This account is closed.'],
})
