import type { Example } from '../../define/element-example.ts'

export const example: Example = {
  about: {
    zh: '分享链接的组态画面，免登录查看。',
    en: 'The screen of a share link, seen without signing in.',
  },
  attributes: { zoom: { offers: ['fit', 'fill', 'actual'] } },
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
