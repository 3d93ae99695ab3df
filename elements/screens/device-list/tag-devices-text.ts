import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  title: ['{{count}} 台设备的标签', 'Tags of {{count}} devices', 'Tags of {{count}} device'],
  add: ['添加', 'Add'],
  remove: ['移除', 'Remove'],
  none: ['所选设备没有标签', 'None of these devices has tags'],
  known: ['已有的标签', 'Tags in use'],
  notDone: ['{{name}}：{{why}}', '{{name}}: {{why}}'],
})

/** A toast is kept in both languages: whoever draws it knows the reader's. */
export const doneWords = (count: number) => ({
  zh: `已更改 ${count} 台设备的标签`,
  en: count === 1 ? 'Changed the tags of 1 device' : `Changed the tags of ${count} devices`,
})
