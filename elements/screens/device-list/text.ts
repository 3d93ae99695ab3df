import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['设备管理', 'Devices'],
  counted: ['共 {{count}} 台', '{{count}} devices', '{{count}} device'],
  group: ['分组', 'Group'],
  state: ['状态', 'State'],
  name: ['名称', 'Name'],
  sn: ['SN 码', 'SN'],
  model: ['型号', 'Model'],
  virtual: ['虚拟', 'Virtual'],
  template: ['模板', 'Template'],
  alarms: ['报警', 'Open alarms'],
  lastReport: ['最近上报', 'Last report'],
  site: ['现场', 'Site'],
  empty: ['还没有设备', 'No devices yet'],
  emptyWhy: [
    '设备用 SN 码和密码接入后，在此注册即可看到其数据。',
    'Once a device connects with its SN and password, register it here to see what it reports.',
  ],

  register: ['注册设备', 'Register device'],
  registerTitle: ['注册设备', 'Register a device'],
  registered: ['已注册 {{sn}}', '{{sn}} is registered'],
  password: ['设备密码', 'Device password'],
  snHelp: ['字母或数字，不超过 19 位，印在铭牌上', 'Letters or digits, at most 19; printed on the nameplate'],
  passwordHelp: ['设备连接 MQTT 时使用的密码', 'MQTT password of the device'],
  nameHelp: ['不超过 30 个字符', 'At most 30 characters'],
  noGroup: ['默认分组', 'Default group'],
  snWrong: ['SN 码为 1 到 19 位字母或数字', 'An SN has 1 to 19 letters or digits'],
  passwordMissing: ['输入设备密码', 'Enter the device password'],
  nameMissing: ['为设备取一个名称', 'Give the device a name'],
  notMatching: [
    'SN 码或密码不正确，或设备尚未连接过',
    'Wrong SN or password, or the device has not connected yet: connect it once, then register it',
  ],
  alreadyRegistered: ['此设备已注册', 'This device is already registered'],
  groupGone: ['此分组已不存在', 'This group no longer exists'],
})
