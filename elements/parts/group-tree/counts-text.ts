import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  devicesOf: ['{{count}} 台设备', '{{count}} devices', '{{count}} device'],
  online: ['{{count}} 台在线', '{{count}} online'],
  offline: ['{{count}} 台离线', '{{count}} offline'],
  faulty: ['{{count}} 台故障', '{{count}} faulty'],
})
