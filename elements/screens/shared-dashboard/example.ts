import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '分享链接的仪表盘，免登录查看，按元素的宽度排版。',
    en: 'The dashboard of a share link, seen without signing in and laid out for the width of the element.',
  },
  attributes: { layout: { offers: ['desktop', 'tablet', 'phone'] } },
  states: {
    ready: false,
    loading: false,
    empty: {},
    stale: false,
    offline: false,
    forbidden: false,
    expired: false,
    error: false,
  },
  height: 420,
}
