import { defineText } from '../define-text.ts'

/** What the lines of the logs say was done, by `LOG_ACTIONS`. */
export const logActionWords = defineText({
  sent: ['已发送', 'Sent'],
  acknowledged: ['设备已接收', 'Acknowledged'],
  done: ['已完成', 'Done'],
  failed: ['失败', 'Failed'],
  timeout: ['超时', 'Timed out'],

  'sign-in': ['登录', 'Signed in'],
  'sign-in-refused': ['登录被拒绝', 'Sign-in refused'],
  'sign-out': ['退出登录', 'Signed out'],
  simulate: ['模拟登录', 'Signed in as another user'],
  'sessions-end': ['结束会话', 'Ended sessions'],

  connected: ['已连接', 'Connected'],
  disconnected: ['已断开', 'Disconnected'],
  refused: ['拒绝的消息', 'Message refused'],
  message: ['设备消息', 'Device message'],
  registered: ['已注册', 'Registered'],
  deregistered: ['已注销', 'Deregistered'],
  restored: ['已恢复', 'Restored'],
  upgrade: ['升级', 'Upgrade'],
  vpn: ['VPN', 'VPN'],

  confirmed: ['确认报警', 'Confirmed the alarm'],
  shelved: ['搁置报警', 'Shelved the alarm'],
  unshelved: ['取消搁置', 'Unshelved the alarm'],
  'out-of-service': ['停用报警', 'Took the alarm out of service'],
  'in-service': ['启用报警', 'Returned the alarm to service'],
  noted: ['备注报警', 'Noted on the alarm'],
})

/** What the columns of the logs are called, on the screen and in a file. */
export const logColumnWords = defineText({
  who: ['用户', 'User'],
  device: ['设备', 'Device'],
  sn: ['SN', 'SN'],
  operation: ['结果', 'Result'],
  login: ['操作', 'Action'],
  deviceAction: ['事件', 'Event'],
  alarm: ['操作', 'Action'],
  point: ['变量', 'Point'],
  alarmName: ['报警', 'Alarm'],
  oldValue: ['原值', 'Old value'],
  newValue: ['新值', 'New value'],
  reason: ['原因', 'Reason'],
  account: ['账号', 'Account'],
  details: ['内容', 'Details'],
  note: ['说明', 'Note'],
  address: ['地址', 'Address'],
})
