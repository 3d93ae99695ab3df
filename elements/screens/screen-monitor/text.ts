import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['组态监控', 'Screens'],
  devices: ['设备', 'Devices'],
  search: ['搜索设备或画面', 'Find a device or screen'],
  marksOfNow: ['此处的报警标记为当前报警', 'Alarm marks here are of now'],
  devicePage: ['打开设备页', 'Page of the device'],
  without: [
    '另有 {{count}} 台设备没有已发布的画面。',
    '{{count}} devices have no published screen.',
    '{{count}} device has no published screen.',
  ],
  allDevices: ['全部设备', 'All devices'],
  several: ['综合画面', 'Screens of several devices'],
  ungrouped: ['未分组', 'In no group'],
  empty: ['尚无可监控的画面', 'There is no screen to watch yet'],
  emptyWhy: [
    '在模板中绘制画面、绑定设备并发布后，设备将显示在这里。',
    'Draw a screen in a template, bind a device to it and publish: the device is then shown here.',
  ],
  list: ['设备列表', 'List of devices'],
  phoneView: ['手机视图', 'Phone view'],
  wholeView: ['返回组态监控', 'Back to screen monitoring'],
  none: ['没有符合条件的设备', 'No device matches'],
})
