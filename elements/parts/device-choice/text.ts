import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  device: ['设备', 'Device'],
  all: ['全部设备', 'All devices'],
})
