import { defineText } from '../../../../core/text/define-text.ts'

export const text = defineText({
  name: ['富文本（Markdown）', 'Formatted text (Markdown)'],
  text: [
    '文本（# 标题、**粗体**、*斜体*、- 列表、[链接](https://…)）',
    'Text (# heading, **bold**, *italic*, - list, [link](https://…))',
  ],
  hasFrame: ['显示背景', 'Show a background'],
  sample: [
    '## 标题\n\n**重要**说明与[链接](https://example.com)\n\n- 第一项\n- 第二项',
    '## Heading\n\n**Important** words and a [link](https://example.com)\n\n- First\n- Second',
  ],
  noText: ['没有内容', 'No text'],
})
