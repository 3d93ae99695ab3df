import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['打印 {{count}} 张设备标签', 'Print labels of {{count}} devices', 'Print a label of {{count}} device'],
  printNow: ['打印', 'Print'],
  size: ['标签尺寸', 'Size'],
  roll: ['{{width}} × {{height}} mm（标签机）', '{{width}} × {{height}} mm, on a roll'],
  sheet: [
    '{{width}} × {{height}} mm（A4 标签纸，每页 {{count}} 张）',
    '{{width}} × {{height}} mm, {{count}} on a page of A4',
  ],
  content: ['二维码内容', 'The code holds'],
  link: ['设备页面的链接', 'The link to the device’s page'],
  linkWhy: [
    '用手机相机扫描即可打开设备页面；打开时需要登录。',
    'The camera of a phone opens the page of the device; whoever opens it signs in.',
  ],
  sn: ['SN 码', 'The SN'],
  snWhy: ['供本产品和其他系统扫描。', 'For scanning here and in other systems.'],
  preview: ['第一张标签', 'The first label'],
  paper: [
    '在打印窗口中选择“实际大小”（100%），不加边距。标签上没有设备密码。',
    'Print at actual size (100 %) without margins. No password is on a label.',
  ],
  tooMany: [
    '一次最多打印 {{most}} 张标签：请少选一些设备。',
    'At most {{most}} labels are printed at once: select fewer devices.',
  ],
})
