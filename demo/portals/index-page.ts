import { createHash } from 'node:crypto'

type Language = 'zh' | 'en'
type Words = Readonly<Record<Language, string>>

export interface IndexRow {
  name: string
  title: Words
  about: Words
  url: string
}

interface IndexParts {
  console_url: string
  playground: string
  rows: readonly IndexRow[]
}

const WORDS = {
  title: { zh: '嵌入 Sightglass 的页面', en: 'Pages that embed Sightglass' },
  intro: {
    zh: '每个页面都是独立的小程序，有自己的令牌接口；其中的 Sightglass 元素由控制台提供，没有 iframe。',
    en: 'Each is a small program of its own with its own token endpoint; the elements in it come from the console, without an iframe.',
  },
  console: { zh: '控制台', en: 'Console' },
} satisfies Record<string, Words>

export const PLAYGROUND = {
  title: { zh: '元素演示', en: 'Playground' },
  about: {
    zh: '每个元素的属性、状态、主题、代码和事件。',
    en: 'Every element with its attributes, states, themes, snippet and events.',
  },
}

const STYLE = `:root{color-scheme:light dark;font:15px/1.5 system-ui,'Noto Sans CJK SC',sans-serif}
body{max-width:56rem;margin:0 auto;padding:1rem}
ul{list-style:none;padding:0;display:grid;grid-template-columns:repeat(auto-fill,minmax(16rem,1fr));gap:.75rem}
li{padding:.75rem 1rem;border:1px solid #8884;border-radius:4px}
a{color:light-dark(#0b5cad,#7db7ff);font-weight:600}
p{margin:.25rem 0;opacity:.85}`

const asHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

const item = (url: string, title: string, about: string) =>
  `<li><a href="${asHtml(url)}">${asHtml(title)}</a><p>${asHtml(about)}</p></li>`

/** All portals with a sentence each. */
export function indexPage(lang: Language, { console_url, playground, rows }: IndexParts): string {
  const items = rows.map(({ url, title, about }) => item(url, title[lang], about[lang]))
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${WORDS.title[lang]}</title><link rel="icon" href="data:,"><style>${STYLE}</style></head>
<body><h1>${WORDS.title[lang]}</h1><p>${WORDS.intro[lang]}</p>
<ul>${item(playground, PLAYGROUND.title[lang], PLAYGROUND.about[lang])}${items.join('')}</ul>
<p><a href="${asHtml(console_url)}">${WORDS.console[lang]}</a></p></body></html>`
}

/** The page's own policy lets nothing else style it. */
export const INDEX_POLICY = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`
