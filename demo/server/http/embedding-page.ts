import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { PROBLEMS, type Problem } from '../../../core/catalogue/problems.ts'
import type { Language } from '../../../core/catalogue/words.ts'
import { asHtml } from './docs-page.ts'
import { MENDS } from './embedding-mends.ts'
import { languageOf } from './envelope.ts'

const WORDS = {
  zh: {
    title: '在您的页面中嵌入 Sightglass',
    other: 'English',
    intro: '每个画面都是一个自定义元素，在任何页面中都能使用，不需要 iframe。',
    start: '三步',
    steps: [
      '在控制台的“系统 - 嵌入”中创建嵌入密钥，写上您页面的来源，例如 https://portal.example，不带路径，末尾不带斜杠。密钥只保存在您的服务器上。',
      '让您的服务器提供一个接口，为已登录的用户签发最长 10 分钟的令牌，回复 {"token": "…"}。',
      '在页面中写上：',
    ],
    classic: '旧页面或 MIME 类型不正确的旧服务器：',
    server: '服务器端：签发令牌',
    serverText: '嵌入密钥放在您的服务器上；以下函数只用各语言自带的库。',
    policy: '内容安全策略',
    policyText: '您的页面最低需要（使用 Trusted Types 时再加 trusted-types sightglass）：',
    endpoint: '完整的令牌接口（Node，包含登录检查）',
    reference: '全部元素及其属性、事件，样式变量 --sg-*',
    playground:
      '随演示一起启动的元素演示页（控制台所在的机器，端口 PORTAL_PORT，默认 8090）可以调整每个元素的属性、主题和语言，并复制代码。',
    looks: '外观',
    looksText: [
      '宽度：画面与所在位置同宽；位置随内容变化时（单元格、浮动、flex 项），为 640 px，但不超出窗口。sg-value、sg-status 等小元素与内容同宽，可写在句子中。',
      '高度：画面随内容增高。用样式给出 block-size 或 max-block-size 后，画面在其中滚动。',
      '主题：取自元素或其上方最近的属性 theme（light、dark、hp、auto，也可写在 sg-connection 上）。都没有时，跟随页面样式的 color-scheme：dark 为深色，light dark 跟随系统，其余为浅色。只有深色背景而没有 color-scheme 的页面，请写 theme="dark"。',
      '颜色与字体：在标签或其上方设置 --sg-* 变量，例如 --sg-accent。',
      '语言：取自 lang，文字有中文和英文；其他语言（例如 lang="de"）显示英文文字和英文数字格式。方向取自 dir，时区取自 time-zone。',
      '浏览器：Chrome 和 Edge 123、Firefox 125、Safari 17.5 及以上。',
      '旧脚本：Prototype.js 自 1.7 起、MooTools、jQuery 以及向 Object.prototype 或 Array.prototype 添加属性的脚本可以与元素同在一页，但 style、value 等与浏览器选项同名的除外（见下文 page-properties）；Prototype.js 1.6 会改变 JSON.stringify 的结果，不能使用。冻结了内置原型的页面（Object.freeze）也可以使用。',
    ],
    states: '状态',
    statesText:
      '属性 data-sg-state 说明元素正在显示什么，可用于样式；每次需要处理的问题会以事件 sg-error 告知，detail 为 {phase, problem, message, docs}。取消 sg-error（preventDefault）不会改变元素的显示；要显示自己的文字，请使用插槽 error 和 empty。',
    problems: '问题与处理',
    api: '接口文档',
  },
  en: {
    title: 'Sightglass in your page',
    other: '中文',
    intro: 'Every screen is a custom element that works in any page, without an iframe.',
    start: 'Three steps',
    steps: [
      'Make an embed key in the console under System, Embedding, and name your page’s origin there, such as https://portal.example, without a path or a slash at its end. The key stays on your server.',
      'Let your server answer a signed-in user’s page with a token of 10 minutes at most: {"token": "…"}.',
      'Write into your page:',
    ],
    classic: 'For old pages, and old servers that send the wrong MIME type:',
    server: 'Your server: sign a token',
    serverText: 'The embed key stays on your server; each function needs nothing but its language’s own library.',
    policy: 'Content-Security-Policy',
    policyText: 'The least that your page has to allow, with trusted-types sightglass where it asks for Trusted Types:',
    endpoint: 'A whole token endpoint, with its check of who is signed in (Node)',
    reference: 'All elements with their attributes and events, and the tokens --sg-*',
    playground:
      'The playground, which the demo starts on the console’s machine (port PORTAL_PORT, 8090 by default), turns the attributes, themes and languages of each element and gives the code.',
    looks: 'Looks',
    looksText: [
      'Width: a screen is as wide as its place; where that is as wide as its content (a cell, a float, a flex item), 640 px, and never wider than the window. Small elements such as sg-value and sg-status are as wide as what they say, and can stand in a sentence.',
      'Height: a screen is as high as its content. Give it a block-size or max-block-size, and it scrolls within.',
      'Theme: by the attribute theme (light, dark, hp, auto) on the element or the nearest above it, sg-connection too. Where there is none, the color-scheme of your style sheet counts: dark, or light dark as the system, else light. A page that is dark without a color-scheme says theme="dark".',
      'Colours and type: set the custom properties --sg-* on the tag or anywhere above it, for example --sg-accent.',
      'Language: by lang. Texts are Chinese and English; any other language, such as lang="de", has English words and English numbers. Direction is by dir, the time zone by time-zone.',
      'Browsers: Chrome and Edge from 123, Firefox from 125, Safari from 17.5.',
      'Old scripts: elements live beside Prototype.js from 1.7, MooTools, jQuery, and scripts that add properties to Object.prototype or Array.prototype, but for names that browsers read as options, such as style or value (page-properties below). Prototype.js 1.6 changes what JSON.stringify writes and cannot be used. They live on pages that freeze the prototypes (Object.freeze) as well.',
    ],
    states: 'States',
    statesText:
      'The attribute data-sg-state says what an element shows, for your styles; what you have to mend is told by the event sg-error, with {phase, problem, message, docs} as its detail. Cancelling sg-error changes nothing in the element; words of your own stand in the slots error and empty.',
    problems: 'Problems and what to do',
    api: 'API',
  },
} as const

const STATES = ['loading', 'ready', 'empty', 'stale', 'offline', 'forbidden', 'expired', 'error']

const code = (text: string) => `<pre><code>${asHtml(text)}</code></pre>`

/** The functions that the suite runs: what is shown is what was tried. */
const SNIPPETS = [
  ['Node', 'guest-token.mjs'],
  ['Python', 'guest_token.py'],
  ['Java', 'GuestToken.java'],
  ['C#', 'GuestToken.cs'],
  ['PHP', 'guest_token.php'],
  ['Go', 'guest_token.go'],
] as const
const ENDPOINT = 'token-endpoint.mjs'

/** Read when the server starts. */
const SOURCES = new Map(
  [...SNIPPETS.map(([, file]) => file), ENDPOINT].map((file) => [
    file,
    readFileSync(new URL(`../../portals/snippets/${file}`, import.meta.url), 'utf8'),
  ]),
)

const snippet = (title: string, file: string): string => {
  const source = SOURCES.get(file) ?? ''
  return `<details><summary>${asHtml(title)}</summary>${code(source)}</details>`
}

function problemSection(problem: Problem, language: Language): string {
  const more = MENDS[problem]?.[language]
  return `<section id="${problem}"><h3><code>${problem}</code></h3>
<p>${asHtml(PROBLEMS[problem][language].replace('{{names}}', '…'))}</p>${more ? `<p>${asHtml(more)}</p>` : ''}</section>`
}

/** How to embed, and what to do about each problem, by its name as the anchor. `origin` is the console's own. */
export function embeddingPage(language: Language, origin: string): string {
  const words = WORDS[language]
  const other = language === 'zh' ? 'en' : 'zh'
  const page = `<script type="module" src="${origin}/elements/sightglass.js"></script>

<sg-connection base-url="${origin}" token-url="/your/token">
  <sg-device-monitor sn="WW0001"></sg-device-monitor>
  <sg-dashboard dashboard="1"></sg-dashboard>
</sg-connection>`
  const policy = `script-src ${origin};
connect-src 'self' ${origin} ${origin.replace(/^http/, 'ws')};
img-src ${origin} data: blob:;
style-src 'self'`
  const steps = words.steps.map((step) => `<li>${asHtml(step)}</li>`).join('')
  const problems = (Object.keys(PROBLEMS) as Problem[]).map((problem) => problemSection(problem, language))
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words.title}</title><link rel="stylesheet" href="/docs/api.css"></head>
<body><header><h1>${words.title}</h1><a href="?lang=${other}" lang="${other}">${words.other}</a></header>
<main><p>${words.intro}</p>
<ul><li><a href="/llms.txt">${words.reference}</a></li><li><a href="#looks">${words.looks}</a></li>
<li><a href="#problems">${words.problems}</a></li><li><a href="/docs/api?lang=${language}">${words.api}</a></li></ul>
<p>${words.playground}</p>
<h2>${words.start}</h2><ol>${steps}</ol>${code(page)}
<p>${words.classic}</p>${code(`<script src="${origin}/elements/sightglass.iife.js"></script>`)}
<h2 id="server">${words.server}</h2><p>${words.serverText}</p>${SNIPPETS.map(([title, file]) => snippet(title, file)).join('\n')}
${snippet(words.endpoint, ENDPOINT)}
<h2 id="looks">${words.looks}</h2><ul>${words.looksText.map((line) => `<li>${asHtml(line)}</li>`).join('')}</ul>
<h2>${words.policy}</h2><p>${words.policyText}</p>${code(policy)}
<h2>${words.states}</h2><p>${words.statesText}</p><p>${STATES.map((state) => `<code>${state}</code>`).join(' ')}</p>
<h2 id="problems">${words.problems}</h2>${problems.join('\n')}</main></body></html>`
}

/**
 * `/docs/embedding`, where `sg-error` and the elements send the author of a page. It names this server as `publicUrl` has it.
 * Without one it names what the caller asked for, and nobody keeps it for others: a header says what its sender wants.
 */
export function mountEmbeddingPage(
  app: FastifyInstance,
  count: (request: FastifyRequest) => void,
  publicUrl: string,
): void {
  const origin = publicUrl === '' ? null : new URL(publicUrl).origin
  const counted = { onRequest: async (request: FastifyRequest) => count(request) }
  app.get<{ Querystring: { lang?: string } }>('/docs/embedding', counted, async (request, reply) => {
    const { lang } = request.query
    const language = lang === 'en' || lang === 'zh' ? lang : languageOf(request)
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        vary: 'accept-language',
        'cache-control': 'no-store',
        'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      })
      .send(embeddingPage(language, origin ?? `${request.protocol}://${request.host}`))
  })
}
