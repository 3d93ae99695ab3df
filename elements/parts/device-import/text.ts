import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  importTitle: ['导入设备', 'Import devices'],
  importWhy: [
    '支持 xlsx、xls 和 CSV，最大 20 MB、10,000 台设备，首行为列名。未填密码的新设备由服务器生成密码，写在结果文件中。',
    'xlsx, xls or CSV, 20 MB and 10,000 devices at most, with column names in the first row. For a new device without a password the server makes one: it is in the result file.',
  ],
  template: ['下载模板', 'Template file'],
  reading: ['正在检查 {{name}}…', 'Checking {{name}}…'],
  unreachable: ['无法连接服务器', 'The server cannot be reached'],
  found: [
    '{{name}}：共 {{rows}} 行，新设备 {{create}}，更新 {{update}}，无变化 {{same}}，有误 {{wrong}}',
    '{{name}}: {{rows}} rows; {{create}} new, {{update}} to update, {{same}} unchanged, {{wrong}} wrong',
  ],
  missingGroups: [
    '文件中有 {{count}} 个分组尚不存在：{{names}}',
    '{{count}} groups of the file do not exist yet: {{names}}',
    '{{count}} group of the file does not exist yet: {{names}}',
  ],
  makeGroups: ['新建 {{count}} 个分组', 'Create {{count}} groups', 'Create {{count}} group'],
  columns: ['列的对应', 'Columns'],
  inFile: ['文件中', 'In the file'],
  example: ['示例', 'Example'],
  means: ['导入为', 'Imported as'],
  meansOf: ['“{{name}}”列导入为', 'What “{{name}}” is imported as'],
  passedOver: ['不导入', 'Not imported'],
  wrongCells: ['有误的单元格', 'Wrong cells'],
  firstWrong: ['仅列出前 {{count}} 处', 'The first {{count}} are listed'],
  row: ['行', 'Row'],
  column: ['列', 'Column'],
  value: ['内容', 'Content'],
  why: ['问题', 'Problem'],
  updateExisting: [
    '同时更新已有设备（空单元格保持不变）',
    'Also update devices that exist (empty cells change nothing)',
  ],
  importAll: ['导入 {{count}} 台设备', 'Import {{count}} devices', 'Import {{count}} device'],
  importRight: ['只导入无误的 {{count}} 行', 'Import the {{count}} right rows', 'Import the {{count}} right row'],
  progress: ['已完成 {{done}} / {{rows}} 行', '{{done}} of {{rows}} rows done'],
  outcome: [
    '{{name}}：注册 {{created}}，更新 {{updated}}，无变化 {{same}}，未导入 {{wrong}}',
    '{{name}}: {{created}} registered, {{updated}} updated, {{same}} unchanged, {{wrong}} left out',
  ],
  running: [
    '正在导入，可关闭此窗口。每完成一行，该设备即可接入；文件中填写的密码需逐个加密，万台约需数分钟。',
    'The import goes on when this is closed. A device can connect as soon as its row is done. Passwords of a file are hashed one by one: ten thousand take minutes.',
  ],
  done: ['导入完成', 'The import is done'],
  cancelled: ['导入已取消，已完成的行保留', 'The import was cancelled; what was done stays'],
  failed: ['导入已停止：您已无权注册设备', 'The import has ended: you may no longer register devices'],
  stop: ['取消导入', 'Cancel the import'],
  result: ['结果文件', 'Result file'],
  keepResult: [
    '服务器生成的密码只能在此窗口打开时下载，请现在保存结果文件。',
    'Passwords that the server made can be saved only while this is open: save the result file now.',
  ],
  another: ['导入另一个文件', 'Import another file'],
})
