import type { IncomingHttpHeaders } from 'node:http'

type Words = { readonly zh: string; readonly en: string }

/** Where the console is for a page: its scripts and calls, and its socket. */
export interface Hub {
  origin: string
  socket: string
}

/** A page that belongs to somebody else, and what is hard about it. */
export interface Portal {
  /** Its folder here. */
  name: string
  title: Words
  about: Words
  /** What its own server sends with every page. */
  headers?(hub: Hub): Record<string, string>
  /** Sent for scripts, by a server that knows no better. */
  scriptType?: string
  /** Another name than the loopback's that the page is reached under. */
  host?: string
  /** It hands out the kit's files itself, as somebody copied them. */
  hasOwnKit?: boolean
  /** What a token of it names; read and write on all that its key has when left out. */
  tokens?: Readonly<Record<string, { account: 'admin' | 'rival'; devices: readonly string[] }>>
}

const strict = ({ origin, socket }: Hub): string =>
  [
    "default-src 'none'",
    `script-src 'self' ${origin}`,
    `connect-src 'self' ${origin} ${socket}`,
    `img-src 'self' ${origin} data: blob:`,
    "style-src 'self'",
  ].join('; ')

export const PORTALS: readonly Portal[] = [
  {
    name: 'plain',
    title: { zh: '纯 HTML', en: 'Plain HTML' },
    about: {
      zh: '页面样式处处干扰（*、!important），并使用严格的内容安全策略和 Trusted Types。',
      en: 'Its style sheet reaches for everything (*, !important), under a strict Content-Security-Policy with Trusted Types.',
    },
    headers: (hub) => ({
      'content-security-policy': `${strict(hub)}; require-trusted-types-for 'script'; trusted-types sightglass`,
    }),
  },
  {
    name: 'intranet',
    title: { zh: '内网 http', en: 'Plain http' },
    about: {
      zh: '通过 http 和真实主机名访问，没有 crypto.subtle、剪贴板等功能。请在 hosts 文件中把 intranet.test 指向 127.0.0.1。',
      en: 'By http under a real name: without crypto.subtle, clipboard and the like. Let the hosts file name 127.0.0.1 intranet.test.',
    },
    host: 'intranet.test',
    headers: (hub) => ({ 'content-security-policy': strict(hub) }),
  },
  {
    name: 'react',
    title: { zh: 'React 19', en: 'React 19' },
    about: { zh: '先渲染标签，后加载组件。', en: 'Renders the tags first, and loads the elements later.' },
  },
  {
    name: 'vue',
    title: { zh: 'Vue 3', en: 'Vue 3' },
    about: { zh: '单文件组件，属性与事件绑定。', en: 'Single-file component with bound properties and events.' },
  },
  {
    name: 'angular',
    title: { zh: 'Angular', en: 'Angular' },
    about: { zh: '无 Zone.js，信号驱动。', en: 'Without Zone.js, driven by signals.' },
  },
  {
    name: 'svelte',
    title: { zh: 'Svelte 5', en: 'Svelte 5' },
    about: { zh: '符文与自定义元素。', en: 'Runes and custom elements.' },
  },
  {
    name: 'jquery',
    title: { zh: 'jQuery 时代的页面', en: 'A page of jQuery’s days' },
    about: {
      zh: '经典脚本；旧服务器以错误的 MIME 类型发送复制来的文件。',
      en: 'Classic scripts, and an old server that sends copied files with the wrong MIME type.',
    },
    scriptType: 'text/plain',
    hasOwnKit: true,
  },
  {
    name: 'framed',
    title: { zh: '变换、裁剪、缩放的容器', en: 'In a transformed, clipped, zoomed box' },
    about: { zh: '弹出层不会被裁剪，位置正确。', en: 'What opens over it is not clipped, and stands in its place.' },
  },
  {
    name: 'coep',
    title: { zh: '跨源隔离（COEP）', en: 'Cross-origin isolated (COEP)' },
    about: {
      zh: '页面要求所有资源声明可被加载（require-corp）。',
      en: 'Loads nothing that does not say that it may be loaded (require-corp).',
    },
    headers: () => ({
      'cross-origin-embedder-policy': 'require-corp',
      'cross-origin-opener-policy': 'same-origin',
    }),
  },
  {
    name: 'wall',
    title: { zh: '一页五十个元素', en: 'Fifty elements' },
    about: { zh: '共用一个连接。', en: 'With one socket for all of them.' },
  },
  {
    name: 'tenants',
    title: { zh: '一页两个租户', en: 'Two tenants' },
    about: { zh: '互不可见。', en: 'Side by side, and neither sees the other.' },
    tokens: {
      token: { account: 'admin', devices: ['WW0001', 'TS0001'] },
      'token/rival': { account: 'rival', devices: ['RV0001'] },
    },
  },
]

/** What the token endpoint goes by when a portal says nothing of its own. */
export const OWN_TOKEN = { token: { account: 'admin', devices: [] } } as const

/** A page of another site may make a visitor's browser ask, but does not get a token. */
export const isOwnPage = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === undefined
    ? headers.origin === undefined || new URL(headers.origin).host === headers.host
    : headers['sec-fetch-site'] === 'same-origin'
