import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['报警列表', 'Alarm list'],
  title: ['标题', 'Title'],
  of: ['范围', 'Alarms of'],
  of_device: ['一台设备', 'A device'],
  of_group: ['设备组', 'A device group'],
  of_all: ['全部设备', 'All devices'],
  sn_code: ['设备', 'Device'],
  group_id: ['设备组', 'Group'],
  minLevel: ['最低级别', 'Lowest level'],
  hasConfirm: ['可确认报警', 'Alarms can be confirmed'],
  hasFrame: ['显示背景', 'Show a background'],
  none: ['没有报警', 'No alarms'],
  noneBefore: ['上次读取时没有报警', 'No alarms when last read'],
  noneThen: ['当时没有报警', 'No alarms then'],
  more: ['另有 {{count}} 条报警', '{{count}} more alarms', '{{count}} more alarm'],
  fresh: ['{{count}} 条新报警', '{{count}} new alarms', '{{count}} new alarm'],
  exampleOne: ['进水流量过高', 'Inlet flow too high'],
  exampleTwo: ['2 号泵电机过热', 'Pump 2 motor too hot'],
  exampleThree: ['药剂液位低', 'Dosing level low'],
  exampleDevice: ['1 号泵站', 'Pump station 1'],
})
