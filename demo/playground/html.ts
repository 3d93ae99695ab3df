import type { Words } from './page/shape.ts'

export type UiLanguage = keyof Words

const WORDS = {
  title: { zh: 'Sightglass 元素演示', en: 'Sightglass playground' },
  skip: { zh: '跳到内容', en: 'Skip to content' },
  noScript: { zh: '此页面需要 JavaScript。', en: 'This page needs JavaScript.' },
  unknown: { zh: '没有这个元素', en: 'There is no such element' },
  unknownWhy: { zh: '控制台没有提供名为此的元素：', en: 'The console serves no element of this name: ' },
  away: { zh: '无法读取控制台的元素列表', en: "The console's list of elements cannot be read" },
  awayWhy: {
    zh: '请启动控制台，或检查 CONSOLE_URL，然后重新加载此页面：',
    en: 'Start the console, or check CONSOLE_URL, and reload this page: ',
  },
  all: { zh: '全部元素', en: 'All elements' },
} satisfies Record<string, Words>

const asHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

function shell(ui: UiLanguage, title: string, script: string, content: string): string {
  const { [ui]: name } = WORDS.title
  return `<!doctype html>
<html lang="${ui === 'zh' ? 'zh-CN' : 'en'}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${asHtml(title ? `${title} · ${name}` : name)}</title>
<link rel="icon" href="data:,">
${['page', 'controls', 'element-page', 'control-page'].map((name) => `<link rel="stylesheet" href="/page/${name}.css">`).join('\n')}
${script && `<script type="module" src="/page/${script}"></script>`}
</head>
<body>
<a class="skip" href="#content">${WORDS.skip[ui]}</a>
<header class="bar"><a class="brand" href="/?ui=${ui}">${name}</a><div class="bar-actions" id="actions"></div></header>
<main id="content" tabindex="-1">${content}</main>
</body>
</html>
`
}

/** A page that its script draws. */
export const scriptedPage = (ui: UiLanguage, title: string, script: string): string =>
  shell(ui, title, script, `<noscript>${WORDS.noScript[ui]}</noscript>`)

const said = (ui: UiLanguage, title: string, why: string, what: string) =>
  shell(
    ui,
    title,
    'bar-page.ts',
    `<div class="said"><h1>${title}</h1><p>${asHtml(why)}<code>${asHtml(what)}</code></p>
<p><a href="/?ui=${ui}">${WORDS.all[ui]}</a></p></div>`,
  )

export const unknownPage = (ui: UiLanguage, tag: string): string =>
  said(ui, WORDS.unknown[ui], WORDS.unknownWhy[ui], tag.slice(0, 80))

export const awayPage = (ui: UiLanguage, console_url: string): string =>
  said(ui, WORDS.away[ui], WORDS.awayWhy[ui], console_url)

/** The page in which the element stands: as foreign to the kit as any, with one script of it. */
export const stagePage = (console_url: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Stage</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page/stage.css">
<link rel="stylesheet" id="host-css" href="/page/host-none.css">
<script type="module" src="${asHtml(new URL('elements/sightglass.js', console_url).href)}"></script>
</head>
<body></body>
</html>
`
