import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '按文件夹列出用户可见的仪表盘，旁边是所选的仪表盘；可新建、复制、排序并设置可见范围。',
    en: 'The dashboards that the user may see, by folder, and the chosen one beside them: make, copy, order, and say who sees them.',
  },
  attributes: { dashboard: {}, mobile: {} },
  height: 620,
}
