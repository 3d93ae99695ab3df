import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  export: ['导出', 'Export'],
  file: ['画面文件（含图片和图元）', 'Screen file, with its pictures and symbols'],
  png: ['PNG 图片，{{scale}} 倍', 'PNG picture, {{scale}} ×'],
  svg: ['SVG 矢量图', 'SVG drawing'],
  tooLarge: ['页面太大，PNG 已缩小到 {{width}} × {{height}}', 'The page is large: the PNG is {{width}} × {{height}}'],
  failed: ['图片导出失败，请用较小的倍数再试', 'The picture could not be made; try a smaller scale'],
  notSaved: [
    '导出的是上次保存的内容，现在的改动无法保存',
    'What was saved last is exported: the changes could not be saved',
  ],
  import: ['导入画面', 'Import a screen'],
  importWhy: [
    '从画面文件新建一个画面，图片和图元会加入图库。当前画面不变。',
    'Makes another screen of a file; its pictures and symbols go into the gallery. This screen stays as it is.',
  ],
  importFile: ['画面文件', 'Screen file'],
  chooseFile: ['选择文件', 'Choose a file'],
  otherFile: ['更换文件', 'Another file'],
  noFile: ['未选择文件', 'No file chosen'],
  needFile: ['选择要导入的画面文件', 'Choose the file to import'],
  fileTooLarge: ['文件超过 20 MB', 'The file is larger than 20 MB'],
  fileEmpty: ['文件是空的', 'The file is empty'],
  name: ['画面名称', 'Name of the screen'],
  needName: ['填写画面名称', 'Give it a name'],
  importing: ['导入', 'Import'],
  dashboardFile: ['仪表盘文件（JSON）', 'Dashboard file, JSON'],
  importDashboard: ['导入仪表盘文件', 'Import a dashboard file'],
  importDashboardWhy: [
    '用文件的内容替换当前仪表盘，可以撤销。图片引用图库中的编号，不随文件导入。',
    'Puts the content of a file in the place of this dashboard; undo takes it back. Pictures are those of the gallery here.',
  ],
  notDashboard: ['文件不是仪表盘', 'This is not the file of a dashboard'],
  tooMany: [
    '文件有 {{count}} 个组件，最多 {{most}} 个',
    'The file has {{count}} components; a dashboard holds {{most}}',
  ],
  problems: [
    '{{count}} 处内容无法完整读取，将保留',
    '{{count}} parts cannot be read in full and are kept',
    '{{count}} part cannot be read in full and is kept',
  ],
})
