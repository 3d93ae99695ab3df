import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['首页', 'Home'],
  counts: ['设备与报警', 'Devices and alarms'],
  openAlarms: ['未结束的报警', 'Open alarms'],
  noAlarms: ['没有未结束的报警', 'No open alarms'],
  noAlarmsWhy: ['设备产生报警后会立即出现在这里。', 'An alarm appears here the moment a device raises it.'],
  attention: ['需要关注的设备', 'Devices that need attention'],
  noAttention: ['所有设备均正常', 'All devices are well'],
  noneAway: ['没有故障或离线的设备', 'No device is faulty or offline'],
  noAttentionWhy: ['故障或离线的设备会列在这里。', 'Devices that are faulty or offline are listed here.'],
  noDevices: ['还没有设备', 'No devices yet'],
  noDevicesWhy: [
    '有注册设备权限的用户注册后，可在此查看设备状态。',
    'Once somebody who may register devices has done so, see here how they are doing.',
  ],
  toDevices: ['前往设备列表', 'Go to the device list'],
  allAlarms: ['全部报警', 'All alarms'],
  bulletin: ['最新公告', 'Newest bulletin'],
  board: ['公告栏', 'Bulletin board'],
  showAll: ['查看全部 {{count}} 台', 'Show all {{count}}', 'Show it'],
})
