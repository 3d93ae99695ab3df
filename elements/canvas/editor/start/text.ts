import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  title: ['选择设备', 'Which devices?'],
  why: [
    '最多 {{most}} 台。每台设备放置一张卡片：前几个变量和一条曲线。放置后可以修改，也可以撤销。',
    'Up to {{most}}. Each gets a card with its first values and one curve, which can be changed or undone afterwards.',
  ],
  chosen: ['已选设备', 'Chosen devices'],
  nobody: ['还没有选择设备', 'No device chosen yet'],
  remove: ['移除“{{name}}”', 'Remove {{name}}'],
  needDevice: ['至少选择一台设备', 'Choose a device at least'],
  place: ['放置', 'Place them'],
  emptyWhy: ['从设备开始，或从左侧拖入组件', 'Begin with devices, or drag a component here from the left'],
  begin: ['从设备开始', 'Begin with devices'],
})
