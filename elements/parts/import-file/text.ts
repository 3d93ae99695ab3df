import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  importWhy: [
    '支持 xlsx、xls 和 CSV（UTF-8 或 GB18030），首行为列名。导出的文件可修改后再导入。',
    'xlsx, xls and CSV (UTF-8 or GB18030) with the columns’ names in the first row. An exported file can be changed and imported again.',
  ],
  chooseFile: ['选择文件', 'Choose a file'],
  otherFile: ['换一个文件', 'Choose another file'],
  reading: ['正在读取 {{name}}…', 'Reading {{name}}…'],
  fileEmpty: ['文件是空的', 'The file is empty'],
  fileTooLarge: ['文件超过 20 MB', 'The file is larger than 20 MB'],
  wrongRows: [
    '{{count}} 处有误，这些行不导入',
    '{{count}} problems; their rows are left out',
    '{{count}} problem; its row is left out',
  ],
  inRow: ['行', 'Row'],
  inColumn: ['列', 'Column'],
  why: ['问题', 'What is wrong'],
  unreachable: ['无法连接服务器，文件未读取', 'The server cannot be reached; the file was not read'],
})
