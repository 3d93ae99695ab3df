import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  quotaUse: ['{{used}} / {{limit}}', '{{used}} of {{limit}}'],
  quotaFree: ['已用 {{used}}，不限', '{{used}} used, no limit'],
  atLimit: ['已达上限', 'At the limit'],
  dropsOldest: ['已满，删除最早的', 'Full: the oldest go'],
})
