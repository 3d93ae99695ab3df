import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, resolve, sep } from 'node:path'
import { type Hub, isOwnPage, OWN_TOKEN, type Portal } from './portals.ts'
import { guestToken } from './snippets/guest-token.mjs'

const DIST = resolve(import.meta.dirname, '../../dist')
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
}
const COOKIE = 'portal_session'
/** Whoever opens the page is this user of the portal: signing in is not what it is here for. */
const VISITOR = { id: 'visitor-1', name: 'Portal visitor' }

export interface RunningPortal {
  url: string
  close(): Promise<void>
}

export interface PortalParts {
  portal: Portal
  /** 0 takes a free one. */
  port: number
  console_url: string
  embedKeyFor(account: 'admin' | 'rival', name: string, origins: readonly string[]): Promise<string>
}

/** The server of one portal: its pages, and the endpoint where they get the token of whoever is signed in there. */
export async function startPortal({ portal, port, console_url, embedKeyFor }: PortalParts): Promise<RunningPortal> {
  const sessions = new Set<string>()
  const keys = new Map<string, string>()
  const tokens = portal.tokens ?? OWN_TOKEN

  /** A page reached by another name reaches the console by that name too. */
  function hubOf({ headers }: IncomingMessage): Hub {
    const hub = new URL(console_url)
    const [, hostname] = /^([a-z0-9.-]+)(:\d+)?$/i.exec(headers.host ?? '') ?? []
    if (portal.host && hostname) hub.hostname = hostname
    return { origin: hub.origin, socket: hub.origin.replace(/^http/, 'ws') }
  }

  const isSignedIn = ({ headers }: IncomingMessage) =>
    sessions.has(new RegExp(`\\b${COOKIE}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? '')

  function giveToken(request: IncomingMessage, response: ServerResponse, path: string): void {
    if (request.method !== 'POST' || !isOwnPage(request.headers)) return void response.writeHead(405).end()
    if (!isSignedIn(request)) return void response.writeHead(401).end()
    const { devices } = tokens[path as keyof typeof tokens]
    const resources = devices.length > 0 ? { devices } : { all: true }
    const token = guestToken(keys.get(path), VISITOR, resources, ['read', 'write', 'confirm'])
    response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    response.end(JSON.stringify({ token }))
  }

  /** Of the portal's folder, of what was built for it, and of its copy of the kit. */
  async function fileOf(path: string): Promise<Buffer | null> {
    const [root, name] = path.startsWith('kit/')
      ? [portal.hasOwnKit ? join(DIST, 'elements') : null, path.slice('kit/'.length)]
      : path.startsWith('built/')
        ? [join(DIST, 'portals'), path.slice('built/'.length)]
        : [join(import.meta.dirname, portal.name), path]
    if (root === null || !TYPES[extname(name)]) return null
    const file = resolve(root, name)
    return file.startsWith(root + sep) ? readFile(file).catch(() => null) : null
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = new URL(request.url ?? '/', 'http://portal').pathname.slice(1) || 'index.html'
    if (Object.hasOwn(tokens, path)) return giveToken(request, response, path)
    const file = await fileOf(path)
    if (!file) return void response.writeHead(404).end()
    const hub = hubOf(request)
    const type = extname(path) === '.js' ? (portal.scriptType ?? TYPES['.js']) : TYPES[extname(path)]
    const headers: Record<string, string> = { 'content-type': type as string, 'cache-control': 'no-cache' }
    if (extname(path) === '.html') {
      Object.assign(headers, portal.headers?.(hub))
      if (!isSignedIn(request)) {
        const session = randomBytes(18).toString('base64url')
        sessions.add(session)
        headers['set-cookie'] = `${COOKIE}=${session}; HttpOnly; SameSite=Strict; Path=/`
      }
    }
    response.writeHead(200, headers)
    response.end(extname(path) === '.html' ? file.toString().replaceAll('{{console}}', hub.origin) : file)
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => {
      console.error(`portal ${portal.name}: ${error.message}`)
      if (!response.headersSent) response.writeHead(500)
      response.end()
    })
  })
  await new Promise<void>((done, reject) => server.once('error', reject).listen(port, '127.0.0.1', done))
  const taken = (server.address() as AddressInfo).port
  const close = async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  }
  try {
    const origins = ['127.0.0.1', 'localhost', ...(portal.host ? [portal.host] : [])].map(
      (name) => `http://${name}:${taken}`,
    )
    for (const [path, { account }] of Object.entries(tokens))
      keys.set(path, await embedKeyFor(account, `Portal ${portal.name}`, origins))
  } catch (error) {
    await close()
    throw error
  }
  return { url: `http://${portal.host ?? '127.0.0.1'}:${taken}/`, close }
}
