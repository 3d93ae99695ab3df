import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  stage: ['画布：{{name}}', 'Drawing: {{name}}'],
  stageHelp: [
    'Tab 选择下一个控件，方向键移动，按 ? 查看快捷键，按 Esc 后 Tab 离开画布',
    'Tab selects the next control, arrows move it, ? lists the shortcuts; Tab after the last one leaves the drawing',
  ],
  offset: ['{{x}}，{{y}}', '{{x}}, {{y}}'],
  size: ['{{width}} × {{height}}', '{{width}} × {{height}}'],
  angle: ['{{angle}}°', '{{angle}}°'],
  selectedOne: ['已选择 {{name}}', '{{name}} selected'],
  selectedSome: ['已选择 {{count}} 个控件', '{{count}} controls selected'],
  editingSymbol: ['正在编辑图元“{{name}}”', 'Editing the symbol “{{name}}”'],
  leaveSymbol: ['完成', 'Done'],
  ruler_x: ['水平标尺：拖出水平参考线', 'Horizontal ruler: drag a guide from it'],
  ruler_y: ['垂直标尺：拖出垂直参考线', 'Vertical ruler: drag a guide from it'],
  menu: ['操作', 'Actions'],
  lock: ['锁定', 'Lock'],
  unlock: ['解锁', 'Unlock'],
  hide: ['隐藏', 'Hide'],
  bind: ['绑定变量', 'Bind to a point'],
  editSymbol: ['编辑图元', 'Edit the symbol'],
  emptyTitle: ['空白画面', 'An empty screen'],
  emptyDashboard: ['空白仪表盘', 'An empty dashboard'],
  emptyWhy: ['从左侧拖入控件，或按 ? 查看快捷键', 'Drag a control here from the left, or press ? for the shortcuts'],
})
