import { defineText } from '../define-text.ts'

/** What the server calls the parts of a log line's detail. A part that is not here is shown under its own name. */
export const detailNames = defineText({
  reason: ['原因', 'Reason'],
  address: ['来源地址', 'Address'],
  client_id: ['客户端 ID', 'Client ID'],
  topic: ['主题', 'Topic'],
  bytes: ['字节数', 'Bytes'],
  key: ['变量标识', 'Point key'],
  keys: ['变量数', 'Points'],
  wanted: ['应为类型', 'Type wanted'],
  ts: ['时间戳', 'Time stamp'],
  command_id: ['命令 ID', 'Command ID'],
  text: ['内容', 'Text'],
  level: ['级别', 'Level'],
  count: ['再次发生', 'Again'],
})

/** The server's reasons in words; any other, also a device's own, is shown as it came. */
export const reasonWords = defineText({
  'by the device': ['设备主动断开', 'By the device'],
  'connection lost': ['连接中断', 'Connection lost'],
  'keep-alive timeout': ['心跳超时', 'Keep-alive timeout'],
  'message too large': ['消息过大', 'Message too large'],
  too_large: ['消息过大', 'Message too large'],
  future: ['时间戳超前 5 分钟以上', 'Time stamp more than 5 minutes ahead'],
  too_fast: ['无时间戳的上报过快，请带上 ts', 'Too many readings without a time stamp: send `ts`'],
  past: ['时间戳过早', 'Time stamp too long ago'],
  key: ['变量标识无效', 'Not a point key'],
  type: ['数据类型不符', 'Value of another type'],
  too_many_points: ['变量过多', 'Too many points'],
  too_many_lines: ['日志过多', 'Too many log lines'],
  not_json: ['不是 JSON', 'Not JSON'],
  too_many_keys: ['变量过多', 'Too many points'],
  not_the_schema: ['消息格式不符', 'Not the message format'],
  topic: ['主题不在设备权限内', 'Topic not open to the device'],
  subscription: ['订阅不在设备权限内', 'Subscription not open to the device'],
  sparkplug: ['Sparkplug 消息无效', 'Invalid Sparkplug message'],
  virtual: ['虚拟设备不接收上报', 'A virtual device takes no readings'],
  unregistered: ['设备未注册', 'Device not registered'],
  store: ['无法保存', 'Could not be stored'],
  sign_in_password: ['登录密码不正确', 'Wrong password at sign-in'],
  sign_in_not_listed: ['登录被拒：SN 不在名单内', 'Sign-in refused: SN not on the list'],
  sign_in_full: ['登录被拒：设备数量已满', 'Sign-in refused: no room for more devices'],
  sign_in_too_many_new: ['登录被拒：新设备过多', 'Sign-in refused: too many new devices'],
  sign_in_busy: ['登录被拒：服务器繁忙', 'Sign-in refused: the server was busy'],
  reply: ['没有等待此应答的命令', 'No command waits for this reply'],
})
