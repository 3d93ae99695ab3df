import { defineText } from '../../../core/text/define-text.ts'

export const text = defineText({
  picture: ['现场图片', 'Scene picture'],
  pictureOf: ['{{name}} 的现场图片', 'Scene picture of {{name}}'],
  enlarge: ['放大查看', 'Show it large'],
  pictureHelp: [
    'PNG、JPEG 或 WebP，可拖放到此处；较大的照片自动缩小',
    'PNG, JPEG or WebP, also dropped here; a large photo is scaled down',
  ],
  unreadable: ['浏览器无法识别此图片，请换用 PNG、JPEG 或 WebP', 'This browser cannot read it: use PNG, JPEG or WebP'],
  unavailable: ['图片无法加载', 'The picture cannot be loaded'],
})
