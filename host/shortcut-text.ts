import { defineText } from '../core/text/define-text.ts'

export const shortcutText = defineText({
  title: ['键盘快捷键', 'Keyboard shortcuts'],
  anywhere: ['任意位置', 'Anywhere'],
  find: ['搜索设备、变量、画面和页面', 'Search devices, points, screens and pages'],
  list: ['显示此列表', 'Show this list'],
  skip: ['新页面上第一次按下：跳到内容', 'First on a page: skip to its content'],
  close: ['关闭对话框、菜单或侧栏；退出大屏模式', 'Close a dialog, menu or panel; leave wall mode'],
  pages: ['已打开的页面', 'Open pages'],
  movePage: ['移动页签', 'Move the page'],
  closePage: ['关闭页签', 'Close the page'],
  table: ['表格', 'Tables'],
  row: ['移动到另一行', 'Go to another row'],
  openRow: ['打开该行', 'Open the row'],
  selectRow: ['选择该行', 'Select the row'],
  tabs: ['选项卡', 'Tabs'],
  tab: ['切换选项卡', 'Go to another tab'],
  curve: ['曲线', 'Curves'],
  pan: ['移动时间范围', 'Move in time'],
  zoom: ['放大或缩小', 'Zoom in or out'],
})
