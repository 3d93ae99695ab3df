import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  who: ['操作人', 'Who'],
  oldValue: ['原值', 'Old value'],
  newValue: ['新值', 'New value'],
  result: ['结果', 'Result'],
  took: ['用时', 'Took'],
  reason: ['原因', 'Reason'],
  none: ['此时间范围内没有操作', 'No operations in this time range'],
  noneWhy: [
    '对此设备的每次写入都记录在这里：谁、何时、写了什么、结果如何。',
    'Every write to this device is kept here: who, when, what, and what became of it.',
  ],
})
