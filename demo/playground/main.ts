import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { openEmbedKeys } from '../portals/embed-keys.ts'
import { NoManifest, readCatalogue } from './catalogue.ts'
import { readControls } from './controls.ts'
import { type Gates, openGates } from './gates.ts'
import { awayPage, scriptedPage, stagePage, type UiLanguage, unknownPage } from './html.ts'
import { pageFile } from './page-files.ts'
import { signToken, TOKENS, type TokenKind } from './situations.ts'
import { reportOnce } from './stand.ts'

export interface PlaygroundOptions {
  /** 0 takes a free one. */
  port: number
  host?: string
  /** Where the console is, as `http://127.0.0.1:8080`. */
  console_url: string
  /** The console's broker, where the test stand reports once; without it no device falls silent. */
  mqtt_url?: string
  /** The embed key with which tokens for pages of these origins are signed. */
  embedKeyFor(origins: readonly string[]): Promise<string>
}

export interface Playground {
  /** Of its first page. */
  url: string
  close(): Promise<void>
}

/** How long after the page began a fading token is still whole, ms. */
const FADING_MS = 3000

/** Starts the playground's server and its gates. */
export async function startPlayground(options: PlaygroundOptions): Promise<Playground> {
  const { port, host = '127.0.0.1', mqtt_url, embedKeyFor } = options
  const console_url = new URL('/', options.console_url).href
  const gates = await openGates(host)
  let origins: string[] = []
  let embedKey = Promise.resolve('')

  const token = async (kind: TokenKind, since: number) => {
    const shown = kind === 'fading' && Date.now() - since > FADING_MS ? 'none' : kind
    return { token: signToken(await embedKey, shown) }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '/', 'http://playground')
    const path = url.pathname.slice(1)
    const send = (status: number, type: string, text: string) => {
      response.writeHead(status, {
        'content-type': type,
        'content-security-policy': policyOf(console_url, gates, path === 'stage'),
        'cache-control': path.startsWith('page/') ? 'no-cache' : 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
      })
      response.end(text)
    }
    const sendPage = (text: string, status = 200) => send(status, 'text/html; charset=utf-8', text)
    const sendJson = (value: unknown) => send(200, 'application/json', JSON.stringify(value))

    const [, kind] = /^token\/([a-z]+)$/.exec(path) ?? []
    if (kind !== undefined) {
      // A page of another site may make a visitor's browser ask, but does not get the token.
      const isOwn = origins.includes(request.headers.origin ?? '')
      if (request.method !== 'POST' || !isOwn || !Object.hasOwn(TOKENS, kind)) return send(403, 'text/plain', '')
      return sendJson(await token(kind as TokenKind, Number(url.searchParams.get('since'))))
    }
    if (request.method !== 'GET' && request.method !== 'HEAD') return send(405, 'text/plain', '')
    const ui = languageOf(url, request)
    if (path === 'stage') return sendPage(stagePage(console_url))
    if (path === '') return sendPage(scriptedPage(ui, '', 'index-page.ts'))
    const file = path.startsWith('page/') ? await pageFile(path.slice('page/'.length)) : null
    if (file) return send(200, file.type, file.text)
    try {
      const catalogue = await readCatalogue(console_url, gates.origins)
      if (path === 'catalogue.json') return sendJson(catalogue)
      const isKnown = catalogue.elements.some(({ tag }) => tag === path)
      if (isKnown) return sendPage(scriptedPage(ui, `<${path}>`, 'element-page.ts'))
      const [, kind = ''] = /^control\/(.+)$/.exec(path) ?? []
      if (path === 'controls.json' || kind !== '') {
        const controls = await readControls(console_url)
        if (path === 'controls.json') return sendJson(controls)
        const found = controls.kinds.find((entry) => entry.kind === kind)
        if (found) return sendPage(scriptedPage(ui, found.names[ui], 'control-page.ts'))
      }
      sendPage(unknownPage(ui, path), 404)
    } catch (error) {
      if (!(error instanceof NoManifest)) throw error
      sendPage(awayPage(ui, console_url), 502)
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      console.error(`playground: ${error.message}`)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  const close = async () => {
    server.closeAllConnections()
    await Promise.all([gates.close(), new Promise((resolve) => server.close(resolve))])
  }
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
    const { port: taken } = server.address() as AddressInfo
    origins = [...new Set([host, '127.0.0.1', 'localhost'])].map((name) => `http://${name}:${taken}`)
    embedKey = embedKeyFor(origins)
    await embedKey
  } catch (error) {
    await close()
    throw error
  }
  if (mqtt_url) await reportOnce(mqtt_url).catch((error) => console.error(`playground: ${error.message}`))
  return { url: `${origins[0]}/`, close }
}

/** What the pages need and nothing more: the kit's scripts and calls, the gates, and the stage as a frame. */
function policyOf(console_url: string, { origins }: Gates, isStage: boolean): string {
  const hosts = [new URL(console_url).origin, ...Object.values(origins)]
  const sockets = hosts.map((origin) => origin.replace(/^http/, 'ws'))
  return [
    "default-src 'none'",
    `script-src 'self' ${hosts[0]}`,
    `connect-src 'self' ${[...hosts, ...sockets].join(' ')}`,
    `img-src 'self' ${hosts[0]} data: blob:`,
    "style-src 'self'",
    "frame-src 'self'",
    `frame-ancestors ${isStage ? "'self'" : "'none'"}`,
    "base-uri 'none'",
    "form-action 'none'",
    ...(isStage ? [] : ["require-trusted-types-for 'script'"]),
  ].join('; ')
}

function languageOf(url: URL, { headers }: IncomingMessage): UiLanguage {
  const lang = url.searchParams.get('ui')
  if (lang === 'zh' || lang === 'en') return lang
  return /^zh\b/.test(headers['accept-language'] ?? '') ? 'zh' : 'en'
}

if (import.meta.main) {
  const {
    PLAYGROUND_PORT = '8089',
    CONSOLE_URL = 'http://127.0.0.1:8080',
    MQTT_URL = 'mqtt://127.0.0.1:1883',
  } = process.env
  const { PORTAL_USER: user_name = 'admin', PORTAL_PASSWORD: password = 'demo1234' } = process.env
  try {
    const embedKeyFor = await openEmbedKeys(CONSOLE_URL, { user_name, password })
    const { url } = await startPlayground({
      port: Number(PLAYGROUND_PORT),
      console_url: CONSOLE_URL,
      mqtt_url: MQTT_URL,
      embedKeyFor: (origins) => embedKeyFor('Playground', origins),
    })
    console.log(`Playground ${url}`)
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const isTaken = code === 'EADDRINUSE'
    console.error(isTaken ? `Port ${PLAYGROUND_PORT} is taken: set PLAYGROUND_PORT.` : `${CONSOLE_URL}: ${message}`)
    process.exitCode = 1
  }
}
