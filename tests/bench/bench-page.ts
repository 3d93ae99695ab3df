import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type Browser, chromium, type Page } from 'playwright'
import { browserArgs, findBrowser } from '../../demo/setup/browser.mjs'

// A document that a benchmark has rewritten comes from nowhere, and may otherwise not call this machine.
const FLAGS = browserArgs('LocalNetworkAccessChecks')
const UPLOT = fileURLToPath(new URL('../../node_modules/uplot/dist/', import.meta.url))
const SHOWN_MS = 30_000

export interface BenchPages {
  /** A page of a site of its own with this body; `prepare` runs in it before anything else. */
  open(body: string, prepare?: () => void): Promise<Page>
  /** The same in two steps, to look on from before its first request; each page has a cache of its own, empty. */
  blank(): Promise<{ page: Page; go(body: string): Promise<void> }>
  close(): Promise<void>
}

/** A real browser, and a site that embeds the kit as anybody's page would. */
export async function openPages(): Promise<BenchPages> {
  let body = ''
  const server = createServer(async (request, response) => {
    const name = (request.url ?? '/').slice(1)
    const isUplot = ['uPlot.esm.js', 'uPlot.min.css'].includes(name)
    const type = name.endsWith('.js') ? 'text/javascript' : name.endsWith('.css') ? 'text/css' : 'text/html'
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` })
    response.end(isUplot ? await readFile(UPLOT + name) : pageOf(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  let browser: Browser | undefined
  try {
    browser = await chromium.launch({ executablePath: await findBrowser(), args: FLAGS })
  } catch (error) {
    server.close()
    throw error
  }
  async function blank() {
    const page = await (browser as Browser).newPage({ viewport: { width: 1280, height: 800 } })
    page.setDefaultTimeout(SHOWN_MS)
    page.on('pageerror', (error) => console.error('page:', error.message))
    const go = async (content: string) => {
      body = content
      await page.goto(address)
    }
    return { page, go }
  }
  return {
    blank,
    async open(content, prepare) {
      const { page, go } = await blank()
      if (prepare) await page.addInitScript(prepare)
      await go(content)
      return page
    },
    async close() {
      await browser.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

const pageOf = (body: string) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><link rel="icon" href="data:,"><style>body { margin: 0 }</style></head>
<body>${body}</body>
</html>`

/** The device monitor of `sn_code` as a page embeds it. */
export const monitor = (api: string, token: string, sn_code: string, attributes = ''): string => `
<script type="module" src="${api}/elements/sightglass.js"></script>
<sg-connection base-url="${api}">
  <sg-device-monitor style="display: block; height: 780px" sn="${sn_code}" ${attributes}></sg-device-monitor>
</sg-connection>
<script>document.querySelector('sg-connection').getToken = () => ${JSON.stringify(token)}</script>`
