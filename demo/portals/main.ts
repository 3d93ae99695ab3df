import { createServer } from 'node:http'
import { parseArgs } from 'node:util'
import { startPlayground } from '../playground/main.ts'
import { type Account, openEmbedKeys } from './embed-keys.ts'
import { INDEX_POLICY, type IndexRow, indexPage, PLAYGROUND } from './index-page.ts'
import { startPortal } from './portal-server.ts'
import { PORTALS } from './portals.ts'

const { values: options } = parseArgs({
  options: {
    /** Of the index; the playground and the portals take the ports behind it. 0 takes free ones. */
    port: { type: 'string', default: '8090' },
    console: { type: 'string', default: 'http://127.0.0.1:8080' },
    mqtt: { type: 'string' },
  },
})
const first = Number(options.port)
const portOf = (n: number) => (first === 0 ? 0 : first + n)
/** A session's token where there is one: not every console takes a sign-in without a person at it. */
const accountOf = (token: string | undefined, user_name: string, password = 'demo1234'): Account =>
  token ? { token } : { user_name, password }
const { PORTAL_TOKEN, PORTAL_USER, PORTAL_PASSWORD, RIVAL_TOKEN, RIVAL_USER, RIVAL_PASSWORD } = process.env
const ACCOUNTS: Record<'admin' | 'rival', Account> = {
  admin: accountOf(PORTAL_TOKEN, PORTAL_USER ?? 'admin', PORTAL_PASSWORD),
  rival: accountOf(RIVAL_TOKEN, RIVAL_USER ?? 'rival', RIVAL_PASSWORD),
}

async function start(): Promise<{ url: string; pages: Omit<IndexRow, 'name'>[] }> {
  const admin = openEmbedKeys(options.console, ACCOUNTS.admin)
  const rival = openEmbedKeys(options.console, ACCOUNTS.rival)
  const embedKeyFor = async (account: keyof typeof ACCOUNTS, name: string, origins: readonly string[]) =>
    (await (account === 'admin' ? admin : rival))(name, origins)

  const playground = await startPlayground({
    port: portOf(1),
    console_url: options.console,
    ...(options.mqtt && { mqtt_url: options.mqtt }),
    embedKeyFor: (origins) => embedKeyFor('admin', 'Playground', origins),
  })
  const rows: IndexRow[] = await Promise.all(
    PORTALS.map(async (portal, n) => {
      const { url } = await startPortal({ portal, port: portOf(2 + n), console_url: options.console, embedKeyFor })
      return { name: portal.name, title: portal.title, about: portal.about, url }
    }),
  )
  const index = createServer(({ url, headers }, response) => {
    if (url === '/portals.json') {
      response.writeHead(200, { 'content-type': 'application/json' })
      return response.end(JSON.stringify({ playground: playground.url, portals: rows }))
    }
    if (url !== '/' && !url?.startsWith('/?')) return response.writeHead(404).end()
    const isChinese = /^zh\b/.test(headers['accept-language'] ?? '')
    response.writeHead(200, {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': INDEX_POLICY,
    })
    response.end(indexPage(isChinese ? 'zh' : 'en', { console_url: options.console, playground: playground.url, rows }))
  })
  await new Promise<void>((done, reject) => index.once('error', reject).listen(portOf(0), '127.0.0.1', done))
  const address = index.address()
  return {
    url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : first}/`,
    pages: [{ url: playground.url, ...PLAYGROUND }, ...rows.map(({ url, title, about }) => ({ url, title, about }))],
  }
}

// It ends with whoever started it, however that ended.
process.on('disconnect', () => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))

try {
  const ready = await start()
  console.log(`Portals ${ready.url}`)
  process.send?.(ready)
} catch (error) {
  const { code, port, message } = error as NodeJS.ErrnoException & { port?: number }
  console.error(code === 'EADDRINUSE' ? `Port ${port} is taken: set PORTAL_PORT to another.` : `Portals: ${message}`)
  process.exit(1)
}
