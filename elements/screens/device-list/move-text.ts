import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  moveTitle: ['移动 {{count}} 台设备', 'Move {{count}} devices', 'Move {{count}} device'],
  moveOne: ['移动“{{name}}”', 'Move {{name}}'],
  group: ['分组', 'Group'],
  chooseGroup: ['选择分组', 'Choose a group'],
  moveWhy: ['谁能查看和操作设备，由其所在分组决定。', 'Who may see and change a device goes by its group.'],
  movedTo: [
    '已将 {{count}} 台设备移至“{{to}}”',
    'Moved {{count}} devices to {{to}}',
    'Moved {{count}} device to {{to}}',
  ],
  movedBack: ['已将 {{count}} 台设备移回原分组', 'Moved {{count}} devices back', 'Moved {{count}} device back'],
})
