import type { Page } from 'playwright'
import WebSocket from 'ws'
import { type BenchPages, openPages } from './bench-page.ts'
import { startBenchServer } from './bench-server.ts'
import { openBuiltPages } from './built-pages.ts'
import type { BenchGrid } from './dashboard/page.tsx'
import { COMPONENTS, DEVICES, documentOf, KEYS, POINTS } from './dashboard/parts.ts'
import { startMeasured } from './measured-process.ts'
import { connectDevices, publishSteadily, someValues } from './publishers.ts'
import { median, OURS, type Results } from './results.ts'

const RUNS = 5
const RUN_MS = 10_000
const SHOWN_MS = 60_000
const SIZE = { width: 1280, height: 1000 }
const PEER = 'react-grid-layout'
const COLD = `${COMPONENTS} components with ${POINTS} points, cold`
const LIVE = `${POINTS} changes a second`

/** A dashboard of many components with an empty cache, and while all of its points change each second; beside the same by react-grid-layout. */
export default async function dashboard(results: Results): Promise<void> {
  const server = await startBenchServer(DEVICES, KEYS)
  const devices = await connectDevices(server.mqtt, DEVICES)
  const crowd = publishSteadily(devices, KEYS, 1000, () => {})
  const pages = await openPages()
  try {
    const made = { dashboard_name: 'bench', document: documentOf() }
    const { dashboard_id } = (await server.call('POST', '/yun/dashboard', made)) as { dashboard_id: number }
    const body = `
<script type="module" src="${server.api}/elements/sightglass.js"></script>
<sg-connection base-url="${server.api}">
  <sg-dashboard style="display: block; height: 980px" dashboard="${dashboard_id}" bare></sg-dashboard>
</sg-connection>
<script>document.querySelector('sg-connection').getToken = () => ${JSON.stringify(server.token)}</script>`
    const runs = []
    for (let n = 0; n < RUNS; n++) runs.push(await open(pages, body))
    results.add(COLD, OURS, 'navigation to first picture, median', median(runs.map(({ pictureMs }) => pictureMs)), 'ms')
    results.add(COLD, OURS, 'navigation to all values, median', median(runs.map(({ valuesMs }) => valuesMs)), 'ms')
    const { page } = await open(pages, body, false)
    await measure(results, OURS, page)
    await page.close()
  } finally {
    await crowd.stop()
    for (const device of devices) device.close()
    await pages.close()
    await server.stop()
  }
  await againstGrid(results)
  results.compare(COLD, PEER)
  results.compare(LIVE, PEER)
}

interface Opened {
  page: Page
  pictureMs: number
  valuesMs: number
}

/** The first picture is there with the state of the element; all values, when the last device's snapshot is two frames old and no component waits. */
async function open(pages: BenchPages, body: string, closes = true): Promise<Opened> {
  const { page, go } = await pages.blank()
  await page.setViewportSize(SIZE)
  const seen = new Set<string>()
  let lastMs = Number.NaN
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      for (const [, sn] of `${payload}`.matchAll(/"channel":"device\/(BN\d+)"/g)) {
        if (sn === undefined || seen.has(sn)) continue
        seen.add(sn)
        lastMs = Date.now()
      }
    }),
  )
  await go(body)
  const at = async (shown: string) =>
    Number(await (await page.waitForFunction(`(${shown}) && Date.now()`, null, { polling: 'raf' })).jsonValue())
  const pictureAt = await at(`document.querySelector('sg-dashboard')?.dataset.sgState === 'ready'`)
  const shownAt = await at(
    `document.querySelector('sg-dashboard').shadowRoot.querySelectorAll('.view').length > 0 && !document.querySelector('sg-dashboard').shadowRoot.querySelector('.view-waiting')`,
  )
  for (let waited = 0; seen.size < DEVICES; waited++) {
    if (waited > SHOWN_MS / 50) throw new Error(`values of ${seen.size} of ${DEVICES} devices came`)
    await page.waitForTimeout(50)
  }
  const drawnAt = Number(
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(Date.now())))),
    ),
  )
  const began = await page.evaluate(() => performance.timeOrigin)
  const valuesAt = Math.max(shownAt, Math.min(drawnAt, lastMs + 34))
  if (closes) await page.close()
  return { page, pictureMs: pictureAt - began, valuesMs: valuesAt - began }
}

/** Frames while values change, and what the page's main thread and the heap have to say. */
async function measure(results: Results, subject: string, page: Page): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const metric = async (wanted: string) =>
    (await cdp.send('Performance.getMetrics')).metrics.find(({ name }) => name === wanted)?.value ?? 0
  const before = await metric('TaskDuration')
  const { frames, longestMs, ms } = await page.evaluate(countFrames, RUN_MS)
  const spentMs = ((await metric('TaskDuration')) - before) * 1000
  results.add(LIVE, subject, 'frames', (frames * 1000) / ms, 'a second')
  results.add(LIVE, subject, 'longest frame', longestMs, 'ms')
  results.add(LIVE, subject, 'main thread', (spentMs * 1000) / ms, 'ms a second')
  await cdp.send('HeapProfiler.collectGarbage')
  results.add(LIVE, subject, 'JS heap', (await metric('JSHeapUsedSize')) / 1e6, 'MB')
}

/** Runs in the page. */
const countFrames = (forMs: number) =>
  new Promise<{ frames: number; longestMs: number; ms: number }>((done) => {
    const began = performance.now()
    let frames = 0
    let longestMs = 0
    let last = began
    const next = (now: number) => {
      frames += 1
      longestMs = Math.max(longestMs, now - last)
      last = now
      if (now - began >= forMs) return done({ frames, longestMs, ms: now - began })
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })

/** The same messages through a server that only hands them on, to a page that has what is shown already. */
async function againstGrid(results: Results): Promise<void> {
  const peer = await startMeasured<{ url: string }>('./bare-ws-child.ts')
  const source = new WebSocket(peer.ready.url, { perMessageDeflate: false })
  await new Promise((resolve) => source.once('open', resolve))
  const crowd = publishSteadily(
    Array.from({ length: DEVICES }, (_, n) => ({
      sn_code: `${n}`,
      publish: async () => source.send(`all ${JSON.stringify({ device: n, values: someValues(KEYS) })}`),
      close: () => {},
    })),
    KEYS,
    1000,
    () => {},
  )
  const pages = await openBuiltPages<BenchGrid>(new URL('dashboard/page.tsx', import.meta.url), SIZE)
  try {
    const built = await pages.open()
    results.add(COLD, PEER, 'script to first picture', await built.bench('start', peer.ready.url), 'ms')
    await measure(results, PEER, built.page)
    await built.close()
  } finally {
    await crowd.stop()
    source.close()
    await Promise.all([pages.close(), peer.stop()])
  }
}
