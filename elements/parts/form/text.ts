import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  kept: ['我已保存', 'Done, I have saved it'],
  notSent: ['页面没有可用的令牌，未发送任何内容。', 'The page has no valid token: nothing was sent.'],
  unreachable: [
    '服务器无响应，操作是否生效未知。请核对后再重试。',
    'The server did not answer. It is not known whether this was done: look before you try again.',
  ],
  revert: ['放弃更改', 'Discard changes'],
  unsaved: ['有未保存的更改', 'Not saved yet'],
})
