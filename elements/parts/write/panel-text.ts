import { defineText } from '../../../core/text/define-text.ts'

/** What only the panel of a write says: it comes when that is opened. */
export const panelText = defineText({
  newValue: ['新值', 'New value'],
  oldValue: ['当前值', 'Now'],
  range: ['范围 {{from}} 至 {{to}}', '{{from}} to {{to}}'],
  atLeast: ['不小于 {{from}}', 'At least {{from}}'],
  atMost: ['不大于 {{to}}', 'At most {{to}}'],
  missing: ['请输入新值', 'Enter a new value'],
  outside: ['超出范围', 'Outside of the range'],
  tooLong: ['不能超过 1024 个字符', 'No more than 1024 characters'],
  select: ['选择', 'Select'],
  selectHow: [
    '两步写入：选择后不会立即发送，还需在 {{count}} 秒内确认',
    'Two steps: Select sends nothing yet; you confirm it within {{count}} s',
  ],
  confirm: ['确认写入', 'Confirm the write'],
  confirmWithin: ['请在 {{count}} 秒内确认', 'Confirm within {{count}} s'],
  selectionOver: ['未及时确认，选择已取消', 'Not confirmed in time: the selection is cancelled'],
  steps: ['写入进度', 'Steps of the write'],
  timeoutWhy: [
    '设备在 10 秒内没有答复。是否已执行未知，请看它上报的值。',
    'The device did not answer within 10 s. Whether it acted is unknown: watch what it reports.',
  ],
  doneNote: ['数值在设备上报后更新。', 'The value changes when the device reports it.'],
  again: ['再次写入', 'Write again'],
  back: ['返回', 'Back'],
  notSent: ['页面没有可用的令牌，未写入。', 'The page has no valid token: nothing was written.'],
  unreachable: [
    '服务器无响应，是否已写入未知，请以设备上报值为准。',
    'The server did not answer. Whether the value was written is unknown: watch what the device reports.',
  ],
})
