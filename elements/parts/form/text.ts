import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  kept: ['我已保存', 'I have kept it'],
  unreachable: ['无法连接服务器，没有更改', 'The server cannot be reached; nothing was changed'],
})
