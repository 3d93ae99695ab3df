import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  comparedWith: ['对比的设备', 'Compared with'],
  remove: ['不再与“{{name}}”对比', 'Stop comparing with {{name}}'],
  unseen: ['设备不存在，或您无权查看', 'Not found, or you may not see it'],
  notInToken: ['此页面的令牌未包含该设备', 'The token of this page does not name it'],
  noPoint: ['没有此变量的历史', 'No history of this point'],
  unreadable: ['无法读取', 'Could not be read'],
})
