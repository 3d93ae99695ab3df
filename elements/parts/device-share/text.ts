import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['分享设备', 'Share a device'],
  titleOf: ['分享“{{name}}”', 'Share {{name}}'],
  why: [
    '对方可查看实时数据、历史和报警，不能编辑或注销设备，也不能再分享。可随时收回。',
    'They see live values, history and alarms. They cannot edit or deregister the device, nor share it on. You can take it back at any time.',
  ],
  device: ['设备', 'Device'],
  chooseDevice: ['选择您注册的设备', 'Choose a device that you registered'],
  deviceNeeded: ['请选择设备', 'Choose a device'],
  users: ['分享给', 'Share with'],
  nobody: ['尚未选择用户', 'Nobody is chosen yet'],
  usersNeeded: ['请选择用户', 'Choose somebody'],
  write: ['允许写入数据（对方的角色也须有此权限）', 'May write values too, if their own role lets them'],
  until: ['有效期', 'Ends'],
  inDays: ['{{count}} 天后', 'In {{count}} days', 'In {{count}} day'],
  forever: ['直到收回', 'When it is taken back'],
  keep: ['保持：{{time}}', 'As now: {{time}}'],
  remarks: ['备注', 'Remarks'],
  share: ['分享', 'Share'],
  shared: ['已分享“{{name}}”', '{{name}} is shared'],
  sharedBy: ['由 {{name}} 分享', 'Shared by {{name}}'],
  sharedUntil: ['由 {{name}} 分享，至 {{time}}', 'Shared by {{name}} until {{time}}'],
  sharedWith: ['已分享给', 'Shared with'],
})
