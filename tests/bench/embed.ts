import type { Frame, Page } from 'playwright'
import { watchWire } from '../wire.ts'
import { snOf } from './bench-devices.ts'
import { type BenchPages, openPages } from './bench-page.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { connectDevices, publishSteadily } from './publishers.ts'
import { median, OURS, type Results } from './results.ts'

const KEYS = 10
const DEVICES = 100
const RUNS = 7
const FIFTY = 50
const IDLE_MS = 10_000
const IFRAME = 'the console in an iframe'
/** Of a portal on the other side of a country, or on a mobile network: each way there and back. */
const LATENCY_MS = 150

/** What an embedded element costs a page with an empty cache, beside the same screen of our own console in an iframe. */
export default async function embed(results: Results): Promise<void> {
  // With one rule a point the devices have a template, whose screen the canvas shows.
  const server = await startBenchServer(DEVICES, KEYS, 0, 1)
  const devices = await connectDevices(server.mqtt, DEVICES)
  const crowd = publishSteadily(devices, KEYS, 1000, () => {})
  const pages = await openPages()
  try {
    await report(results, 'one value', OURS, () => visit(pages, embedded(server, value(0)), isReady('sg-value')))
    const table = `<sg-device-monitor style="display: block; height: 780px" sn="${snOf(0)}"></sg-device-monitor>`
    await report(results, 'device table', OURS, () => visit(pages, embedded(server, table), HAS_ROW))
    const session = await server.call('POST', '/yun/v2/user/login', { user_name: 'admin', password: 'demo1234' })
    await report(results, 'device table', IFRAME, () =>
      visitFramed(pages, server.api, session as object, `deviceDetail/${snOf(0)}`, HAS_ROW),
    )
    results.compare('device table', IFRAME)
    await drawScreen(server)
    for (const { what, element, path } of FAR) {
      const situation = `${what}, ${LATENCY_MS} ms away`
      const tag = element.slice(1, element.search(/[ >]/))
      await report(results, situation, OURS, () => visit(pages, embedded(server, element), isReady(tag), LATENCY_MS))
      if (path === null) continue
      await report(results, situation, IFRAME, () =>
        visitFramed(
          pages,
          server.api,
          session as object,
          path,
          `document.querySelector('${tag}') && ${isReady(tag)}`,
          LATENCY_MS,
        ),
      )
      results.compare(situation, IFRAME)
    }
    await fifty(results, pages, server)
  } finally {
    await crowd.stop()
    for (const device of devices) device.close()
    await pages.close()
    await server.stop()
  }
}

const value = (n: number) => `<sg-value sn="${snOf(n)}" point="k${n % KEYS}"></sg-value>`

const embedded = ({ api, token }: BenchServer, inside: string) => `
<script type="module" src="${api}/elements/sightglass.js"></script>
<sg-connection base-url="${api}">${inside}</sg-connection>
<script>document.querySelector('sg-connection').getToken = () => ${JSON.stringify(token)}</script>`

const isReady = (selector: string) =>
  `[...document.querySelectorAll('${selector}')].every(({ dataset }) => dataset.sgState === 'ready')`
const HAS_ROW = `/\\d/.test(document.querySelector('sg-device-monitor')?.shadowRoot?.querySelector('[role=row] .value-number')?.textContent)`

const BOX = 'style="display: block; height: 780px"'
/** Each with the console's own page for it; the console has none for a single value. */
const FAR = [
  { what: 'one value', element: value(0), path: null },
  {
    what: 'device monitor',
    element: `<sg-device-monitor ${BOX} sn="${snOf(0)}"></sg-device-monitor>`,
    path: `deviceDetail/${snOf(0)}`,
  },
  { what: 'canvas', element: `<sg-canvas ${BOX} sn="${snOf(0)}"></sg-canvas>`, path: `configureMonitor?sn=${snOf(0)}` },
  { what: 'alarm feed', element: `<sg-alarm-feed ${BOX}></sg-alarm-feed>`, path: 'info/realTimeFault' },
]

/** A screen of a control of each sort that is drawn, for the devices' template. */
async function drawScreen(server: BenchServer): Promise<void> {
  const kinds = ['value', 'gauge', 'tank', 'progress', 'bar', 'switch', 'input', 'clock', 'alarm-list', 'text']
  const controls = kinds.map((kind, at) => ({
    control_id: kind,
    kind,
    version: 1,
    name: kind,
    x: 20 + (at % 5) * 240,
    y: 20 + Math.floor(at / 5) * 240,
    width: 220,
    height: 200,
    props: {},
    bindings: kind === 'text' ? {} : { value: { expression: 'k0' } },
  }))
  const { rows } = (await server.call('GET', '/yun/module', { page_size: 100 })) as {
    rows: { template_id: number; module_name: string }[]
  }
  const template_id = rows.find(({ module_name }) => module_name === 'bench')?.template_id
  const document = { version: 1, width: 1280, height: 720, controls }
  await server.call('POST', '/yun/module/view', { template_id, screen_name: 'bench', document })
  await server.call('POST', '/yun/module/publish', { template_id, is_published: true })
}

interface Cost {
  requests: number
  ms: number
  kb: number
  heapMb: number
}

async function report(results: Results, situation: string, subject: string, run: () => Promise<Cost>): Promise<void> {
  const costs: Cost[] = []
  for (let n = 0; n < RUNS; n++) costs.push(await run())
  const of = (name: keyof Cost) => median(costs.map((cost) => cost[name]))
  results.add(situation, subject, 'navigation to first value, median', of('ms'), 'ms')
  results.add(situation, subject, 'requests until then', of('requests'), '')
  results.add(situation, subject, 'over the wire', of('kb'), 'KB')
  results.add(situation, subject, 'JS heap after it', of('heapMb'), 'MB')
}

async function visit(pages: BenchPages, body: string, isShown: string, latencyMs = 0): Promise<Cost> {
  const { page, go } = await pages.blank()
  return cost(page, go, body, () => page.mainFrame(), isShown, latencyMs)
}

/** Signed in already: the console in the frame finds the session where it keeps it. */
async function visitFramed(
  pages: BenchPages,
  api: string,
  session: object,
  path: string,
  isShown: string,
  latencyMs = 0,
): Promise<Cost> {
  const { page, go } = await pages.blank()
  const kept = JSON.stringify({ ...session, user_name: 'admin', pri_key: '', pub_key: '' })
  await page.addInitScript(
    `if (location.origin === '${api}') localStorage.setItem('sg-session:${api}/', ${JSON.stringify(kept)})`,
  )
  // Our console lets itself be framed by nobody else: for the comparison alone its page goes without that header.
  await page.route(new RegExp(`^${api}/console/${path.split('?')[0]}`), async (route) => {
    const response = await route.fetch()
    const { 'content-security-policy': _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  const body = `<iframe style="width: 1280px; height: 780px; border: 0" src="${api}/console/${path}"></iframe>`
  const frame = async () => {
    for (;;) {
      const found = page.frames().find((one) => one.url().startsWith(api))
      if (found) return found
      await page.waitForEvent('framenavigated')
    }
  }
  return cost(page, go, body, frame, isShown, latencyMs)
}

async function cost(
  page: Page,
  go: (body: string) => Promise<void>,
  body: string,
  frameOf: () => Frame | Promise<Frame>,
  isShown: string,
  latencyMs: number,
): Promise<Cost> {
  const cdp = await page.context().newCDPSession(page)
  const wire = await watchWire(cdp)
  await cdp.send('Performance.enable')
  await cdp.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: -1,
    uploadThroughput: -1,
  })
  await go(body)
  const frame = await frameOf()
  const shown = await frame.waitForFunction(`(${isShown}) && Date.now()`, null, { polling: 'raf' })
  const began = await page.evaluate(() => performance.timeOrigin)
  const ms = Number(await shown.jsonValue()) - began
  const { bytes } = wire
  const requests = wire.requests.length
  const { metrics } = await cdp.send('Performance.getMetrics')
  const heap = metrics.find(({ name }) => name === 'JSHeapUsedSize')?.value ?? 0
  await page.close()
  return { ms, requests, kb: bytes / 1000, heapMb: heap / 1e6 }
}

/** Fifty leaves: how soon all of them are there, on how many sockets, and what they cost out of view. */
async function fifty(results: Results, pages: BenchPages, server: BenchServer): Promise<void> {
  const situation = `${FIFTY} elements`
  const leaves = Array.from({ length: FIFTY }, (_, n) => value(n)).join(' ')
  const { page, go } = await pages.blank()
  let sockets = 0
  page.on('websocket', () => {
    sockets += 1
  })
  await go(embedded(server, `<div id="leaves">${leaves}</div>`))
  const at = await page.waitForFunction(`(${isReady('sg-value')}) && performance.now()`, null, { polling: 'raf' })
  results.add(situation, OURS, 'navigation to all values', Number(await at.jsonValue()), 'ms')
  results.add(situation, OURS, 'sockets', sockets, '')
  await page.evaluate(() => {
    const leaves = document.querySelector('#leaves') as HTMLElement
    leaves.style.cssText = 'position: absolute; inset-block-start: 5000px'
  })
  await page.waitForTimeout(2000)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const busy = async () =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0
  const before = await busy()
  await page.waitForTimeout(IDLE_MS)
  const share = ((await busy()) - before) / (IDLE_MS / 1000)
  results.add(
    situation,
    OURS,
    `main thread, ${FIFTY * KEYS * 2} values each second out of view`,
    share * 100,
    '% of a core',
  )
  await page.close()
}
