import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'

/** Where this page is served, where the console is, and whom the portal signs in there. */
const {
  PORTAL_PORT = '8090',
  CONSOLE_URL = 'http://127.0.0.1:8080',
  PORTAL_USER = 'operator',
  PORTAL_PASSWORD = 'demo1234',
} = process.env

const ROOT = join(import.meta.dirname, 'plain')
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
}
const FILES = ['index.html', 'portal.css', 'token.js']

/** What the page's own policy has to allow so that the element works, and nothing more. */
const hub = new URL(CONSOLE_URL)
const CSP = [
  "default-src 'none'",
  `script-src 'self' ${hub.origin}`,
  `connect-src 'self' ${hub.origin} ${hub.origin.replace(/^http/, 'ws')}`,
  `img-src ${hub.origin} data: blob:`,
  "style-src 'self'",
].join('; ')

async function signIn(): Promise<string> {
  const reply = await fetch(new URL('/yun/v2/user/login', hub), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ user_name: PORTAL_USER, password: PORTAL_PASSWORD }),
    signal: AbortSignal.timeout(10_000),
  })
  const { meta, data } = (await reply.json()) as { meta: { code: string; message: string }; data?: { token?: string } }
  if (!data?.token) throw new Error(`the console refused ${PORTAL_USER}: ${meta.code} ${meta.message}`)
  return data.token
}

/** A page of another site may make a visitor's browser ask, but must not be given the token. */
const isOwnPage = ({ headers }: IncomingMessage) =>
  headers['sec-fetch-site'] === undefined || headers['sec-fetch-site'] === 'same-origin'

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const name = new URL(request.url ?? '/', 'http://portal').pathname.slice(1) || 'index.html'
  if (name === 'token') {
    if (request.method !== 'POST' || !isOwnPage(request)) return void response.writeHead(405).end()
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    return void response.end(JSON.stringify({ token: await signIn() }))
  }
  if (!FILES.includes(name)) return void response.writeHead(404).end()
  const text = (await readFile(join(ROOT, name), 'utf8')).replaceAll('{{console}}', hub.origin)
  response.writeHead(200, {
    'content-type': TYPES[extname(name)],
    'content-security-policy': CSP,
    'cache-control': 'no-cache',
  })
  response.end(text)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) => {
    console.error(`portal: ${error.message}`)
    if (!response.headersSent) response.writeHead(502)
    response.end()
  })
})
server.on('error', (error: NodeJS.ErrnoException) => {
  console.error(error.code === 'EADDRINUSE' ? `Port ${PORTAL_PORT} is taken: set PORTAL_PORT.` : error.message)
  process.exitCode = 1
})
server.listen(Number(PORTAL_PORT), '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo
  console.log(`Portal http://127.0.0.1:${port}/`)
})
