import type { FastifyInstance, FastifyRequest } from 'fastify'
import { messageOf } from '../../../core/catalogue/codes.ts'
import type { Language } from '../../../core/catalogue/words.ts'
import { costOf } from './call-limits.ts'
import { docsCss } from './docs-style.ts'
import { allCalls, type Json, type NamedCall, openApi, refusalsOf, schemaOf } from './openapi.ts'

const WORDS = {
  zh: {
    title: 'Sightglass 接口',
    other: 'English',
    intro: '所有回复均为 {meta: {success, code, message}, data}；被拒绝的请求为 HTTP 200、success 0。时间为 UTC 毫秒。',
    machine: '机器可读版本',
    open: '公开',
    session: '需要登录',
    needs: '需要权限',
    input: '输入',
    output: '输出',
    refusals: '拒绝代码',
    required: '必填',
    none: '无',
    file: '文件',
  },
  en: {
    title: 'Sightglass API',
    other: '中文',
    intro:
      'Every reply is {meta: {success, code, message}, data}; a refused request is HTTP 200 with success 0. Times are UTC milliseconds.',
    machine: 'For machines',
    open: 'Public',
    session: 'Needs a session',
    needs: 'Needs',
    input: 'Input',
    output: 'Output',
    refusals: 'Refusals',
    required: 'required',
    none: 'none',
    file: 'a file',
  },
} as const

/** Text as the text of a page. */
export const asHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** A schema in one line, as a programmer would write the type. */
function typeOf(schema: Json): string {
  const choices = (schema.anyOf ?? schema.oneOf) as Json[] | undefined
  if (choices) return choices.map(typeOf).join(' | ')
  if (schema.enum) return (schema.enum as unknown[]).map((value) => JSON.stringify(value)).join(' | ')
  if ('const' in schema) return JSON.stringify(schema.const)
  if (schema.type === 'array') {
    const parts = schema.prefixItems as Json[] | undefined
    if (parts) return `[${parts.map(typeOf).join(', ')}]`
    const item = typeOf((schema.items ?? {}) as Json)
    return item.includes(' | ') ? `(${item})[]` : `${item}[]`
  }
  if (schema.properties) {
    const fields = Object.entries(schema.properties as Record<string, Json>)
    return `{${fields.map(([name, field]) => `${name}: ${typeOf(field)}`).join(', ')}}`
  }
  if (schema.additionalProperties) return `{[key]: ${typeOf(schema.additionalProperties as Json)}}`
  return String(schema.type ?? 'any')
}

function fieldRows(schema: Json, words: (typeof WORDS)[Language]): string {
  const fields = Object.entries((schema.properties ?? {}) as Record<string, Json>)
  if (fields.length === 0)
    return `<p>${schema.type === 'object' ? words.none : `<code>${asHtml(typeOf(schema))}</code>`}</p>`
  const required = new Set((schema.required ?? []) as string[])
  const rows = fields.map(([name, field]) => {
    const bounds = ['minimum', 'maximum', 'minLength', 'maxLength', 'maxItems', 'pattern', 'default']
      .filter((bound) => field[bound] !== undefined && Math.abs(Number(field[bound])) !== Number.MAX_SAFE_INTEGER)
      .map((bound) => `${bound} ${JSON.stringify(field[bound])}`)
    const notes = [...(required.has(name) ? [words.required] : []), ...bounds].join(', ')
    return `<tr><th scope="row"><code>${asHtml(name)}</code></th><td><code>${asHtml(typeOf(field))}</code></td><td>${asHtml(notes)}</td></tr>`
  })
  return `<table>${rows.join('')}</table>`
}

function section({ domain, name, endpoint }: NamedCall, language: Language): string {
  const words = WORDS[language]
  const { needs, method, path, summary, reply } = endpoint
  const right =
    needs === 'public' ? words.open : needs === 'session' ? words.session : `${words.needs} ${needs.join(' / ')}`
  const refusals = refusalsOf(endpoint).map(
    (code) => `<li><code>${code}</code> ${asHtml(messageOf(code, language))}</li>`,
  )
  const output = reply === 'file' ? `<p>${words.file}</p>` : fieldRows(schemaOf(endpoint.output, 'output'), words)
  return `<section id="${domain}.${name}">
<h3><span class="method">${method}</span> <code>${asHtml(path)}</code></h3>
<p>${asHtml(summary)} <em>${asHtml(right)}.</em></p>
<details><summary>${words.input}</summary>${fieldRows(schemaOf(endpoint.input, 'input'), words)}</details>
<details><summary>${words.output}</summary>${output}</details>
<details><summary>${words.refusals}</summary><ul>${refusals.join('')}</ul></details>
</section>`
}

/** The API's document for people; `language` of the page's own words and of the refusals. */
export function docsPage(language: Language): string {
  const words = WORDS[language]
  const calls = allCalls()
  const domains = [...new Set(calls.map(({ domain }) => domain))]
  const other = language === 'zh' ? 'en' : 'zh'
  const links = domains.map((domain) => `<a href="#${domain}">${domain}</a>`).join(' ')
  const parts = domains.map((domain) => {
    const sections = calls.filter((call) => call.domain === domain).map((call) => section(call, language))
    return `<h2 id="${domain}">${domain}</h2>${sections.join('\n')}`
  })
  return `<!doctype html>
<html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${words.title}</title><link rel="stylesheet" href="/docs/api.css"></head>
<body><header><h1>${words.title}</h1><a href="?lang=${other}" lang="${other}">${words.other}</a></header>
<main><p>${asHtml(words.intro)} ${words.machine}: <a href="/openapi.json">/openapi.json</a></p><nav>${links}</nav>
${parts.join('\n')}</main></body></html>`
}

/** Made at the first request: a start does not wait for what hardly anybody reads. */
function once(make: () => string): () => Buffer {
  let made: Buffer | undefined
  return () => {
    made ??= Buffer.from(make())
    return made
  }
}

/** `/openapi.json` and `/docs/api`, each made once. `count` throws when somebody asks for too much. */
export function mountDocs(app: FastifyInstance, count: (request: FastifyRequest, cost: number) => void): void {
  const counted = (made: () => Buffer) => ({
    onRequest: async (request: FastifyRequest) => count(request, 1 + costOf(made().length)),
  })
  const document = once(() => JSON.stringify(openApi()))
  const pages = { zh: once(() => docsPage('zh')), en: once(() => docsPage('en')) }
  const css = once(() => docsCss)
  app.get('/openapi.json', counted(document), async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(document()),
  )
  app.get('/docs/api.css', counted(css), async (_request, reply) => reply.type('text/css; charset=utf-8').send(css()))
  app.get<{ Querystring: { lang?: string } }>('/docs/api', counted(pages.zh), async (request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'",
      )
      .send(pages[request.query.lang === 'en' ? 'en' : 'zh']()),
  )
}
