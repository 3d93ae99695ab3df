import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['地图', 'Map'],
  title: ['标题', 'Title'],
  of: ['范围', 'Devices'],
  of_device: ['一台设备', 'A device'],
  of_group: ['设备组', 'A device group'],
  of_all: ['全部设备', 'All devices'],
  sn_code: ['设备', 'Device'],
  group_id: ['设备组', 'Group'],
  latPoint: ['纬度变量', 'Point of the latitude'],
  lngPoint: ['经度变量', 'Point of the longitude'],
  hasNames: ['显示设备名称', 'Show names'],
  hasFrame: ['显示背景', 'Show a background'],
  mapOf: ['{{count}} 台设备的位置', 'Places of {{count}} devices', 'Place of {{count}} device'],
  nowhere: ['没有设备上报位置', 'No device reports its position'],
  nowhereWhy: [
    '设备需要上报经纬度变量，变量名可在属性中设置。',
    'Devices have to report a latitude and a longitude; the points are named in the properties.',
  ],
  zoomIn: ['放大', 'Zoom in'],
  zoomOut: ['缩小', 'Zoom out'],
  fit: ['显示全部', 'Show all'],
  cluster: ['{{count}} 台设备，放大查看', '{{count}} devices, zoom in'],
  open: ['设备详情', 'Device details'],
  close: ['关闭', 'Close'],
  example: ['1 号泵站', 'Pump station 1'],
})
