import type { Page } from 'playwright'
import { DAY_MS } from '../../core/catalogue/durations.ts'
import { keyOf, snOf } from './bench-devices.ts'
import { type BenchPages, monitor, openPages } from './bench-page.ts'
import { type BenchServer, startBenchServer } from './bench-server.ts'
import { median, OURS, quantile, type Results } from './results.ts'

const DAYS = 30
const SAMPLE_MS = 10_000
const BATCH = 100_000
const WIDTH = 1200
const HEIGHT = 500
const ASKED = 40
const DRAWN = 9
const PEER = 'uPlot'
const SERVER = `${DAYS} days of one point, ${WIDTH} pixels`
const PAINT = `${DAYS} days of one point, drawn`

/** A month of a point that is kept every 10 s (259,200 samples): the server's answer, and the way to the screen. */
export default async function curve(results: Results): Promise<void> {
  const server = await startBenchServer(1, 1)
  const pages = await openPages()
  try {
    const end = Date.now()
    await load(results, server, end)
    await ask(results, server, end)
    await paint(results, server, pages, end)
    results.compare(PAINT, PEER)
  } finally {
    await pages.close()
    await server.stop()
  }
}

async function load(results: Results, server: BenchServer, end: number): Promise<void> {
  const began = performance.now()
  let level = 50
  let loaded = 0
  for (let from = end - DAYS * DAY_MS; from < end; from += BATCH * SAMPLE_MS) {
    const times: number[] = []
    for (let time = from; time < end && times.length < BATCH; time += SAMPLE_MS) times.push(time)
    const values = times.map(() => {
      level += (Math.random() - 0.5) * 2 + (50 - level) / 500
      return Math.round(level * 10) / 10
    })
    await server.call('POST', '/yun/dev/his/data/batch', {
      sn_code: snOf(0),
      series: [{ key: keyOf(0), times, values }],
    })
    loaded += times.length
  }
  results.add('bulk load', OURS, 'samples', (loaded * 1000) / (performance.now() - began), 'a second')
}

const query = (end: number) => ({
  sn_code: snOf(0),
  key: keyOf(0),
  width: WIDTH,
  start: end - DAYS * DAY_MS,
  end,
})

async function ask(results: Results, server: BenchServer, end: number): Promise<void> {
  const took: number[] = []
  let bytes = 0
  for (let n = 0; n < ASKED; n++) {
    const began = performance.now()
    bytes = JSON.stringify(await server.call('GET', '/hDev', query(end))).length
    took.push(performance.now() - began)
  }
  results.add(SERVER, OURS, 'answer, first', took[0] as number, 'ms')
  results.add(SERVER, OURS, 'answer, median', median(took), 'ms')
  results.add(SERVER, OURS, 'answer, p95', quantile(took, 0.95), 'ms')
  results.add(SERVER, OURS, 'size', bytes / 1000, 'KB')
}

/** Both in one page: the element by its own menu, uPlot by the same call and rows. */
async function paint(results: Results, server: BenchServer, pages: BenchPages, end: number): Promise<void> {
  const attributes = `tab="curve" points="${keyOf(0)}"`
  const body = `${monitor(server.api, server.token, snOf(0), attributes)}
    <link rel="stylesheet" href="uPlot.min.css"><div id="peer" style="background: #fff"></div>`
  const page = await pages.open(body, watchStrokes)
  await page.getByRole('button', { name: 'Last 6 hours' }).waitFor()
  const url = `${server.api}/hDev?${new URLSearchParams(Object.entries(query(end)).map(([key, value]) => [key, `${value}`]))}`
  const ours: number[] = []
  const theirs: number[] = []
  for (let n = 0; n < DRAWN; n++) {
    ours.push(await choose(page, 'Last 30 days'))
    await choose(page, 'Last 6 hours')
    theirs.push(await page.evaluate(drawWithUplot, { url, token: server.token, width: WIDTH, height: HEIGHT }))
  }
  await page.close()
  for (const [subject, took] of [
    [OURS, ours],
    [PEER, theirs],
  ] as const) {
    results.add(PAINT, subject, 'request to paint, first', took[0] as number, 'ms')
    results.add(PAINT, subject, 'request to paint, median', median(took), 'ms')
  }
}

/** From the press of the range to the frame after the curve was drawn. */
async function choose(page: Page, range: string): Promise<number> {
  await page
    .getByRole('button', { name: /^Last (6 hours|30 days)$/ })
    .first()
    .click()
  const choice = page.getByRole('list', { name: 'Presets' }).getByRole('button', { name: range })
  await choice.waitFor()
  return choice.evaluate((button: HTMLElement) =>
    (window as unknown as Strokes).painted(() => {
      performance.clearResourceTimings()
      button.click()
      return () => {
        const requests = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
        return requests.find(({ name }) => name.includes('/hDev'))?.responseEnd
      }
    }),
  )
}

interface Strokes {
  /**
   * Ms from `start` to the frame after a canvas got a line. Lines count from the time on that the function tells which
   * `start` returns, undefined until it is known.
   */
  painted(start: () => () => number | undefined): Promise<number>
}

/** Runs in the page before anything else: notes when somebody draws a line. */
function watchStrokes(): void {
  let strokeAt = 0
  const { stroke } = CanvasRenderingContext2D.prototype
  CanvasRenderingContext2D.prototype.stroke = function (path?: Path2D) {
    strokeAt = performance.now()
    return path ? stroke.call(this, path) : (stroke as () => void).call(this)
  }
  const frame = () => new Promise<void>((resolve) => requestAnimationFrame(() => resolve()))
  const painted: Strokes['painted'] = async (start) => {
    const began = performance.now()
    const answeredAt = start()
    while (strokeAt < (answeredAt() ?? Number.POSITIVE_INFINITY)) {
      if (performance.now() - began > 10_000) throw new Error('no curve was drawn in 10 s')
      await frame()
    }
    await frame()
    return performance.now() - began
  }
  Object.assign(window, { painted })
}

interface Peer {
  url: string
  token: string
  width: number
  height: number
}

/** Runs in the page. */
async function drawWithUplot({ url, token, width, height }: Peer): Promise<number> {
  const place = document.querySelector('#peer') as HTMLElement
  place.replaceChildren()
  const name = `${location.origin}/uPlot.esm.js`
  const { default: Plot } = await import(name)
  let answeredAt: number | undefined
  return (window as unknown as Strokes).painted(() => {
    void fetch(url, { headers: { 'x-token': token } })
      .then((reply) => reply.json())
      .then(({ data }: { data: { rows: number[][] } }) => {
        const times: number[] = []
        const values: number[] = []
        for (const [time = 0, min = 0, max = 0, first = 0, last = 0] of data.rows) {
          for (const value of [first, min, max, last]) {
            times.push(time / 1000)
            values.push(value)
          }
        }
        answeredAt = performance.now()
        new Plot({ width, height, series: [{}, { stroke: '#1677ff' }] }, [times, values], place)
      })
    return () => answeredAt
  })
}
