import { defineText } from '../../core/text/define-text.ts'

export const text = defineText({
  confirmed: ['已确认 {{count}} 条', 'Confirmed {{count}} alarms', 'Confirmed {{count}} alarm'],
  confirmedBefore: [
    '已确认 {{done}} 条，另有 {{count}} 条此前已被确认',
    'Confirmed {{done}}; {{count}} had been confirmed already',
  ],
  shelved: ['已搁置 {{count}} 条', 'Shelved {{count}} alarms', 'Shelved {{count}} alarm'],
  unshelved: ['已取消搁置 {{count}} 条', '{{count}} alarms are back', '{{count}} alarm is back'],
})
