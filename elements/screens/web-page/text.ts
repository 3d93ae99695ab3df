import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  nothing: ['没有网页', 'No web page'],
  nothingWhy: ['未指定地址。', 'It has no address.'],
  notHttps: ['此处只显示 https:// 地址。', 'Only addresses that begin with https:// are shown here.'],
  open: ['在新标签页打开', 'Open in a new tab'],
})
