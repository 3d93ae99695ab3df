import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright'
import WebSocket from 'ws'
import { keyOf, snOf } from './bench-devices.ts'
import { type BenchPages, monitor, openPages } from './bench-page.ts'
import { startBenchServer } from './bench-server.ts'
import { startMeasured } from './measured-process.ts'
import { connectDevices, publishSteadily } from './publishers.ts'
import { median, OURS, quantile, type Results } from './results.ts'

const KEYS = 10
const FLEETS = [12, 1000] as const
const MEASURED_MS = { ours: 15_000, theirs: 8_000 }
/** Between two values of the watched device, at random so that no rhythm of the server or the screen is hit. */
const GAP_MS = { least: 300, most: 500 }
/** Numbers of three digits, which nothing else on the page shows. */
const FIRST = 100
const NUMBERS = 900
const PEER = 'bare ws and text'
const situationOf = (devices: number) => `${devices} devices × ${KEYS} points each second`

type Seen = Window & { seen: [shown: string, at: number][] }

/** From the publish of a value to the frame after the one that shows it, in a real browser on the same machine. */
export default async function pixels(results: Results): Promise<void> {
  const server = await startBenchServer(Math.max(...FLEETS), KEYS)
  const peer = await startMeasured<{ url: string }>('./bare-ws-child.ts')
  const pages = await openPages()
  try {
    for (const fleet of FLEETS) {
      const [watched, ...others] = await connectDevices(server.mqtt, fleet)
      if (!watched) throw new Error('no device')
      const crowd = publishSteadily(others, KEYS, 1000, () => {})
      const publish = (number: number) => void watched.publish(numbered(number)).catch(() => {})
      const body = monitor(server.api, server.token, snOf(0))
      await measure(results, situationOf(fleet), OURS, pages, body, publish, MEASURED_MS.ours)
      await crowd.stop()
      for (const device of [watched, ...others]) device.close()

      await againstText(results, situationOf(fleet), pages, peer.ready.url, fleet)
      results.compare(situationOf(fleet), PEER)
    }
  } finally {
    await pages.close()
    await Promise.all([server.stop(), peer.stop()])
  }
}

function numbered(number: number): Record<string, number> {
  const values: Record<string, number> = { [keyOf(0)]: number }
  for (let n = 1; n < KEYS; n++) values[keyOf(n)] = n
  return values
}

/** The same messages through a server that only hands them on, to a page that only sets a text. */
async function againstText(results: Results, situation: string, pages: BenchPages, url: string, fleet: number) {
  const source = new WebSocket(url, { perMessageDeflate: false })
  await new Promise((resolve) => source.once('open', resolve))
  const crowd = publishSteadily(
    Array.from({ length: fleet - 1 }, (_, n) => ({
      sn_code: snOf(n + 1),
      publish: async (values) => source.send(`${snOf(n + 1)} ${JSON.stringify({ values })}`),
      close: () => {},
    })),
    KEYS,
    1000,
    () => {},
  )
  const body = `<p id="value"></p><script>
    const socket = new WebSocket(${JSON.stringify(url)})
    socket.onopen = () => socket.send('listen ${snOf(0)}')
    socket.onmessage = ({ data }) => { document.querySelector('#value').textContent = JSON.parse(data).values.k0 }
  </script>`
  const publish = (number: number) => source.send(`${snOf(0)} ${JSON.stringify({ values: numbered(number) })}`)
  await measure(results, situation, PEER, pages, body, publish, MEASURED_MS.theirs)
  await crowd.stop()
  source.close()
}

async function measure(
  results: Results,
  situation: string,
  subject: string,
  pages: BenchPages,
  body: string,
  publish: (number: number) => void,
  forMs: number,
): Promise<void> {
  const page = await pages.open(body, watchText)
  const published = new Map<string, number>()
  let number = 0
  const next = () => {
    const shown = FIRST + (number++ % NUMBERS)
    published.set(String(shown), Date.now())
    publish(shown)
  }
  const over = performance.now() + forMs
  while (performance.now() < over) {
    next()
    await wait(GAP_MS.least + Math.random() * (GAP_MS.most - GAP_MS.least))
  }
  await wait(1000)
  const seen = await seenOf(page)
  await page.close()
  const took = seen
    // The first one is older than the page.
    .slice(1)
    .map(([shown, at]) => at - (published.get(shown) ?? Number.NaN))
    .filter((ms) => !Number.isNaN(ms))
  if (took.length === 0) throw new Error(`${subject}: no value was seen on the page`)
  results.add(situation, subject, 'publish to pixels, median', median(took), 'ms')
  results.add(situation, subject, 'publish to pixels, p95', quantile(took, 0.95), 'ms')
  results.add(situation, subject, 'publish to pixels, p99', quantile(took, 0.99), 'ms')
  results.add(situation, subject, 'values seen', took.length, `of ${published.size}`)
}

const seenOf = (page: Page) => page.evaluate(() => (window as unknown as Seen).seen)

/** Runs in the page: notes each new number of three digits, at the frame after the one in which it came. */
function watchText(): void {
  const seen: [string, number][] = []
  Object.assign(window, { seen })
  const isNumber = (text: string | null) => /^[1-9]\d\d$/.test(text ?? '')
  const find = (root: Document | ShadowRoot): Element | null => {
    for (const element of root.querySelectorAll('*')) {
      if (element.childElementCount === 0 && isNumber(element.textContent)) return element
      const inside = element.shadowRoot && find(element.shadowRoot)
      if (inside) return inside
    }
    return null
  }
  let place: Element | null = null
  let last = ''
  const look = () => {
    if (!place?.isConnected || !isNumber(place.textContent)) place = find(document)
    const text = place?.textContent ?? ''
    if (place && text !== last) {
      last = text
      requestAnimationFrame(() => seen.push([text, Date.now()]))
    }
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}
