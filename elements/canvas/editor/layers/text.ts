import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  tree: ['图层与控件', 'Layers and controls'],
  main: ['默认图层', 'Main layer'],
  add: ['新建图层', 'New layer'],
  newName: ['图层 {{count}}', 'Layer {{count}}'],
  rename: ['重命名', 'Rename'],
  remove: ['删除图层', 'Delete the layer'],
  up: ['上移', 'Move up'],
  down: ['下移', 'Move down'],
  toLayer: ['把所选移到此图层', 'Move the selection here'],
  lock: ['锁定', 'Lock'],
  unlock: ['解锁', 'Unlock'],
  hide: ['隐藏', 'Hide'],
  show: ['显示', 'Show'],
  locked: ['已锁定', 'locked'],
  hidden: ['已隐藏', 'hidden'],
  layerRow: [
    '图层 {{name}}，{{count}} 个控件',
    'Layer {{name}}, {{count}} controls',
    'Layer {{name}}, {{count}} control',
  ],
  controlRow: ['{{name}}，{{kind}}', '{{name}}, {{kind}}'],
  help: [
    'Enter 选择，F2 重命名，Alt+↑↓ 调整层次，Ctrl+L 锁定，Ctrl+Shift+H 隐藏',
    'Enter selects, F2 renames, Alt+↑↓ reorders, Ctrl+L locks, Ctrl+Shift+H hides',
  ],
})
