import { defineText } from '../../../core/text/define-text.ts'

/** What can be done with chosen alarms, and what is said of it meanwhile and afterwards. */
export const text = defineText({
  bulk: ['对所选报警的操作', 'What can be done with the selected alarms'],
  confirmCount: ['确认 {{count}} 条', 'Confirm {{count}}'],
  confirmNoted: ['确认并备注', 'Confirm with a note'],
  shelve: ['搁置', 'Shelve'],
  clearSelection: ['取消选择', 'Clear selection'],
  run_confirm: ['正在确认 {{done}} / {{total}}', 'Confirming {{done}} of {{total}}'],
  run_shelve: ['正在搁置 {{done}} / {{total}}', 'Shelving {{done}} of {{total}}'],
  run_unshelve: ['正在取消搁置 {{done}} / {{total}}', 'Unshelving {{done}} of {{total}}'],
  confirmed: ['已确认 {{count}} 条', 'Confirmed {{count}} alarms', 'Confirmed {{count}} alarm'],
  confirmedBefore: [
    '已确认 {{done}} 条，另有 {{count}} 条此前已被确认',
    'Confirmed {{done}}; {{count}} had been confirmed already',
  ],
  shelved: ['已搁置 {{count}} 条', 'Shelved {{count}} alarms', 'Shelved {{count}} alarm'],
  takenOut: ['已停用 {{count}} 条', '{{count}} alarms are out of service', '{{count}} alarm is out of service'],
  noAnswer: ['没有收到服务器的答复', 'No answer came from the server'],
  unshelved: ['已取消搁置 {{count}} 条', 'Unshelved {{count}} alarms', 'Unshelved {{count}} alarm'],
})
