import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  write: ['写入', 'Write'],
  writeInTwo: ['写入（两步）', 'Write (two steps)'],
  writeTo: ['写入：{{name}} · {{device}}', 'Write: {{name}} · {{device}}'],
  offline: ['设备离线，不能写入', 'The device is offline and cannot be written to'],
  unregistered: ['设备未注册，不能写入', 'The device is not registered and cannot be written to'],
  over: ['登录已过期，不能写入', 'Session over: nothing can be written'],
  sending: ['发送中', 'Sending'],
  selected: ['已选择', 'Selected'],
  sent: ['已发送', 'Sent'],
  acknowledged: ['设备已接收', 'Acknowledged'],
  done: ['已完成', 'Done'],
  failed: ['失败', 'Failed'],
  timeout: ['超时', 'Timed out'],
  refused: ['未写入', 'Refused'],
  unknown: ['结果未知', 'Result unknown'],
})
