import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  preview: ['预览：{{name}}', 'Preview: {{name}}'],
  values: ['数据来源', 'Values'],
  live: ['实时值', 'Live'],
  simulated: ['模拟值', 'Simulated'],
  replay: ['历史回放', 'Replay'],
  page: ['页面', 'Page'],
  desktop: ['桌面端', 'Desktop'],
  tablet: ['平板', 'Tablet'],
  phone: ['手机', 'Phone'],
  noDevices: ['模板还没有绑定设备，只能使用模拟值', 'No device has this template yet: values are simulated'],
  troubles: ['模拟报警和坏值', 'With alarms and bad values'],
  noWrites: ['模拟和回放中不写入设备', 'Nothing is written to devices'],
  writes: ['操作会写入真实设备', 'What you do here is written to the device'],
  back: ['返回上一画面', 'Back'],
  unreadable: ['画面无法打开', 'The screen cannot be opened'],
  size: ['显示大小', 'Size'],
  fit: ['适应窗口', 'Fit'],
})
