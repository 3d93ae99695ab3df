import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  kept: ['我已保存', 'I have kept it'],
  unreachable: [
    '服务器没有答复，不知道是否已完成。请先查看，再重试。',
    'The server did not answer. It is not known whether this was done: look before you try again.',
  ],
})
