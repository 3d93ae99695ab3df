import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { PROBLEMS, type Problem } from '../../core/catalogue/problems.ts'
import type { Language } from '../../core/catalogue/words.ts'
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
      '在控制台的“系统 - 嵌入”中创建嵌入密钥，写上您页面的来源。密钥只保存在您的服务器上。',
      '让您的服务器提供一个接口，为已登录的用户签发最长 10 分钟的令牌，回复 {"token": "…"}。',
      '在页面中写上：',
    ],
    classic: '旧页面或 MIME 类型不正确的旧服务器：',
    server: '服务器端：签发令牌',
    serverText: '嵌入密钥放在您的服务器上；以下函数只用各语言自带的库。',
    policy: '内容安全策略',
    policyText: '您的页面最低需要（使用 Trusted Types 时再加 trusted-types lit-html）：',
    states: '状态',
    statesText:
      '属性 data-sg-state 说明元素正在显示什么，可用于样式；每次需要处理的问题会以事件 sg-error 告知，detail 为 {phase, problem, message, docs}。',
    problems: '问题与处理',
    api: '接口文档',
  },
  en: {
    title: 'Sightglass in your page',
    other: '中文',
    intro: 'Every screen is a custom element that works in any page, without an iframe.',
    start: 'Three steps',
    steps: [
      'Make an embed key in the console under System, Embedding, and name your page’s origin there. The key stays on your server.',
      'Let your server answer a signed-in user’s page with a token of 10 minutes at most: {"token": "…"}.',
      'Write into your page:',
    ],
    classic: 'For old pages, and old servers that send the wrong MIME type:',
    server: 'Your server: sign a token',
    serverText: 'The embed key stays on your server; each function needs nothing but its language’s own library.',
    policy: 'Content-Security-Policy',
    policyText: 'The least that your page has to allow, with trusted-types lit-html where it asks for Trusted Types:',
    states: 'States',
    statesText:
      'The attribute data-sg-state says what an element shows, for your styles; what you have to mend is told by the event sg-error, with {phase, problem, message, docs} as its detail.',
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

const snippets = (): string =>
  SNIPPETS.map(([language, file]) => {
    const source = readFileSync(new URL(`../portals/snippets/${file}`, import.meta.url), 'utf8')
    return `<details><summary>${asHtml(language)}</summary>${code(source)}</details>`
  }).join('\n')

function problemSection(problem: Problem, language: Language): string {
  const more = MENDS[problem]?.[language]
  return `<section id="${problem}"><h3><code>${problem}</code></h3>
<p>${asHtml(PROBLEMS[problem][language])}</p>${more ? `<p>${asHtml(more)}</p>` : ''}</section>`
}

/** How to embed, and what to do about each problem, by its name as the anchor. `origin` is the console's own. */
export function embeddingPage(language: Language, origin: string): string {
  const words = WORDS[language]
  const other = language === 'zh' ? 'en' : 'zh'
  const page = `<script type="module" src="${origin}/elements/sightglass.js"></script>

<sg-connection base-url="${origin}" token-url="/your/token">
  <sg-device-monitor sn="WW0001"></sg-device-monitor>
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
<main><p>${words.intro} <a href="/docs/api?lang=${language}">${words.api}</a></p>
<h2>${words.start}</h2><ol>${steps}</ol>${code(page)}
<p>${words.classic}</p>${code(`<script src="${origin}/elements/sightglass.iife.js"></script>`)}
<h2 id="server">${words.server}</h2><p>${words.serverText}</p>${snippets()}
<h2>${words.policy}</h2><p>${words.policyText}</p>${code(policy)}
<h2>${words.states}</h2><p>${words.statesText}</p><p>${STATES.map((state) => `<code>${state}</code>`).join(' ')}</p>
<h2 id="problems">${words.problems}</h2>${problems.join('\n')}</main></body></html>`
}

/** `/docs/embedding`, where `sg-error` and the elements send the author of a page. */
export function mountEmbeddingPage(app: FastifyInstance): void {
  app.get<{ Querystring: { lang?: string } }>('/docs/embedding', async (request, reply) => {
    const { lang } = request.query
    const language = lang === 'en' || lang === 'zh' ? lang : languageOf(request)
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        vary: 'accept-language',
        'content-security-policy': "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      })
      .send(embeddingPage(language, `${request.protocol}://${request.host}`))
  })
}
