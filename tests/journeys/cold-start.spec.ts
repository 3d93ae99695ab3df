import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guestToken } from '../../demo/portals/snippets/guest-token.mjs'
import { watchWire } from '../wire.ts'
import { expect, publishedScreen, type System, send, test } from './system.ts'

/** A control of each sort that is drawn without a chart. */
const KINDS = ['value', 'gauge', 'tank', 'progress', 'bar', 'switch', 'input', 'clock', 'alarm-list', 'text']
const DOCUMENT = {
  version: 1,
  width: 1280,
  height: 720,
  controls: KINDS.map((kind, at) => ({
    control_id: kind,
    kind,
    version: 1,
    x: 20 + (at % 5) * 240,
    y: 20 + Math.floor(at / 5) * 240,
    width: 220,
    height: 200,
    props: {},
    bindings: kind === 'text' ? {} : { value: { expression: 'temperature' } },
  })),
}

/** Beside its own document, what a page asks for until an element is ready, and at rest after it: the fewest round trips over a far network. */
const mostOf = (screen_id: number) => [
  { element: '<sg-value sn="TS0001" point="temperature"></sg-value>', requests: 8, kb: 40 },
  { element: '<sg-device-monitor sn="TS0001"></sg-device-monitor>', requests: 14, kb: 190 },
  { element: `<sg-canvas sn="TS0001" screen="${screen_id}"></sg-canvas>`, requests: 24, kb: 260 },
]

/** A portal’s own server, with a page for each of these elements. */
async function portalOf(system: System, elements: readonly string[]): Promise<{ server: Server; url: string }> {
  const server = createServer((request, response) => {
    const element = elements[Number(request.url?.slice(1))]
    if (!element) return response.writeHead(204).end()
    const token = guestToken(key.embed_key, { id: 'u', name: 'U' }, { devices: ['TS0001'] }, ['read'])
    return response.setHeader('content-type', 'text/html').end(`<!doctype html><link rel="icon" href="data:,">
<sg-connection base-url="${system.api}" token="${token}">${element}</sg-connection>
<script type="module" src="${system.api}/elements/sightglass.js"></script>`)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const key = await system.call<{ embed_key: string }>('admin', '/yun/embed/key', {
    method: 'POST',
    body: { name: 'Far', origins: [url], actions: ['read'], resources: { devices: ['TS0001'] } },
  })
  return { server, url }
}

test('a page with an empty cache asks for little before an element shows something, and for nothing twice', async ({
  browser,
  system,
  complaints: _,
}) => {
  const device = await system.device('TS0001')
  await send(device, { temperature: 21 })
  const { screen_id } = await publishedScreen(system, '远程画面', DOCUMENT)
  const most = mostOf(screen_id)
  const { server, url } = await portalOf(
    system,
    most.map(({ element }) => element),
  )
  for (const [at, { element, requests, kb }] of most.entries()) {
    const context = await browser.newContext()
    const page = await context.newPage()
    const wire = await watchWire(await context.newCDPSession(page))
    await page.goto(`${url}/${at}`)
    await expect(page.locator('sg-connection > *')).toHaveAttribute('data-sg-state', /^(ready|stale)$/)
    await page.waitForLoadState('networkidle')
    // The server's time is requested every 10 s.
    const unrepeated = wire.requests.filter((one, n) => !one.endsWith('/timestamp') || wire.requests.indexOf(one) === n)
    const twice = unrepeated.filter((one, n) => unrepeated.indexOf(one) < n)
    expect(twice, element).toEqual([])
    expect(unrepeated.length, `${element}\n${unrepeated.join('\n')}`).toBeLessThanOrEqual(requests)
    expect(wire.bytes / 1000, element).toBeLessThan(kb)
    await context.close()
  }
  server.close()
  await device.endAsync(true)
})
